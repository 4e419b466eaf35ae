// The language is the one chosen in the house, else the browser's.
// When the connection is back the page is loaded again.
(function () {
  var kept = null;
  try {
    kept = JSON.parse(localStorage.getItem("expedition.settings") || "{}").language;
  } catch (_) {
    /* storage is off */
  }
  var wishes = (kept ? [kept] : []).concat(navigator.languages || []).map(function (l) {
    return l.slice(0, 2);
  });
  var sections = Array.prototype.slice.call(document.querySelectorAll("section"));
  var wish =
    wishes.filter(function (l) {
      return sections.some(function (s) {
        return s.lang === l;
      });
    })[0] || "en";
  sections.forEach(function (s) {
    s.hidden = s.lang !== wish;
  });
  document.documentElement.lang = wish;
  addEventListener("online", function () {
    location.reload();
  });
  // it may be the house that was away and not the line: ask now and then; asked for by its own name it stays
  if (!/offline\.html$/.test(location.pathname))
    setInterval(function () {
      if (document.visibilityState !== "visible") return;
      fetch("api/health", { cache: "no-store" }).then(
        function (answer) {
          if (answer.ok) location.reload();
        },
        function () {
          /* not yet */
        },
      );
    }, 3000);
})();
