import type { Pages } from "../pages";

export default {
  pages: [
    { path: "new/:game", load: () => import("./Setup.svelte"), key: ({ game }, query) => `${game}?${query}` },
    { path: "online/:game", load: () => import("./Online.svelte") },
    { path: "account", load: () => import("./Account.svelte") },
    { path: "settings", load: () => import("./Account.svelte") },
    { path: "leaderboard/:game", load: () => import("./Leaderboard.svelte") },
  ],
  doors: [
    { order: 10, icon: "computer", label: "home.setup", path: (game) => `new/${game}?mode=table` },
    { order: 20, icon: "device", label: "home.device", path: (game) => `new/${game}?mode=device` },
    { order: 30, icon: "link", label: "home.friends", path: (game) => `new/${game}?mode=friends` },
    { order: 40, icon: "players", label: "online.title", path: (game) => `online/${game}` },
    { order: 60, icon: "eye", label: "home.watch", path: (game) => `watch/${game}` },
    { order: 80, icon: "trophy", label: "home.leaders", path: (game) => `leaderboard/${game}` },
  ],
} satisfies Pages;
