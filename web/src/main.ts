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
// a part of the page is gone because the house has a newer one: the page comes again, at the same place
addEventListener("vite:preloadError", () => {
  const RENEWED = "expedition.renewed";
  try {
    if (Date.now() - Number(sessionStorage.getItem(RENEWED)) < 60_000) return;
    sessionStorage.setItem(RENEWED, String(Date.now()));
  } catch {
    return; // nothing is kept here: better a sentence than a page that comes again and again
  }
  void fetch("api/health").then(
    (answer) => answer.ok && location.reload(),
    () => sessionStorage.removeItem(RENEWED), // no answer at all: the page says so
  );
});
mount(App, { target: document.getElementById("app")! });
