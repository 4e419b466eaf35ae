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

// A message that a game waits: shown unless its table is open in front of the person.
self.addEventListener("push", (event) => {
  const told = event.data ? event.data.json() : {};
  event.waitUntil(
    self.clients.matchAll({ type: "window", includeUncontrolled: true }).then((pages) => {
      if (
        pages.some((page) => page.visibilityState === "visible" && told.link && page.url.endsWith(told.link))
      )
        return undefined;
      return self.registration.showNotification(told.title || "Expedition", {
        body: told.text || "",
        icon: "icon-192.png",
        badge: "icon-192.png",
        tag: "turn",
        data: { link: told.link || "#/games" },
      });
    }),
  );
});
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const hash = event.notification.data.link.replace(/^[^#]*/, "");
  const link = new URL(hash, self.registration.scope).href;
  event.waitUntil(
    self.clients.matchAll({ type: "window", includeUncontrolled: true }).then((pages) => {
      const open = pages.find((page) => page.url === link) || pages[0];
      return open ? open.navigate(link).then((page) => page && page.focus()) : self.clients.openWindow(link);
    }),
  );
});
