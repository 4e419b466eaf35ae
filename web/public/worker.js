// The smallest service worker that makes the page an app: when a page cannot be fetched, a kept one says so.
// It keeps that one page and what it needs, nothing else,
// and never touches an answer of the server's interface.
const KEPT = "expedition-offline-1";
const PAGES = ["offline.html", "offline.css", "offline.js", "theme.js", "icon.svg"];

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(KEPT)
      .then((cache) => cache.addAll(PAGES))
      .then(() => self.skipWaiting()),
  );
});
self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});
self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== self.location.origin || url.pathname.includes("/api/"))
    return;
  if (event.request.mode === "navigate") {
    event.respondWith(fetch(event.request).catch(() => caches.match("offline.html", { cacheName: KEPT })));
  } else if (PAGES.some((page) => url.pathname.endsWith(`/${page}`))) {
    event.respondWith(
      fetch(event.request).catch(() => caches.match(event.request, { cacheName: KEPT, ignoreSearch: true })),
    );
  }
});
