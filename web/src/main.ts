import { mount } from "svelte";
import "../../src/expedition/art/tokens.css";
import "./styles/base.css";
import "./styles/page.css";
import "./games/eldorado/board.css";
import "./games/eldorado/cards.css";
import App from "./App.svelte";
import { addIcons } from "./art/sprite";
import { preferred, speak } from "./i18n.svelte";
import { applyTheme } from "./settings.svelte";

addIcons();
applyTheme();
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", applyTheme);
await speak(preferred());
// an app that can be installed; while developing there is nothing to keep
if (import.meta.env.PROD) void navigator.serviceWorker?.register("./worker.js").catch(() => undefined);
mount(App, { target: document.getElementById("app")! });
