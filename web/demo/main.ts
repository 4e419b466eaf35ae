/** Scenes for looking at: demo.html?scene=race&lang=fr&theme=dark&do=hover. Not part of what is shipped. */
import { mount } from "svelte";
import "../../src/expedition/art/tokens.css";
import "../src/styles/base.css";
import "../src/games/eldorado/board.css";
import "../src/games/eldorado/cards.css";
import { addIcons } from "../src/art/sprite";
import { speak, speakOf } from "../src/i18n.svelte";
import { change, type Language, type Theme } from "../src/settings.svelte";
import Demo from "./Demo.svelte";

const query = new URLSearchParams(location.search);
addIcons();
change({ theme: (query.get("theme") ?? "light") as Theme, speed: "off" });
await speak((query.get("lang") ?? "en") as Language);
await speakOf("games/eldorado");
mount(Demo, {
  target: document.getElementById("app")!,
  props: { scene: query.get("scene") ?? "race", act: query.get("do") ?? "" },
});
