// The theme is known before the first paint, so that night does not flash white.
(function () {
  var kept = null;
  try {
    kept = JSON.parse(localStorage.getItem("expedition.settings") || "{}").theme;
  } catch (_) {
    /* storage is off */
  }
  var dark = kept === "dark" || (kept !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
})();
