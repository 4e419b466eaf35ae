import type { Pages } from "../pages";

const words = "journey";
export default {
  pages: [
    { path: "games", words, load: () => import("./MyGames.svelte") },
    { path: "today/:game?/:day?", words, load: () => import("./Today.svelte") },
    { path: "campaign", words, load: () => import("./Campaign.svelte") },
    { path: "profile/:id?", words, load: () => import("./Profile.svelte") },
    { path: "people/:id", words, load: () => import("./Profile.svelte") },
    { path: "friends", words, load: () => import("./Friends.svelte") },
    { path: "watch/:game?", words, load: () => import("./Watch.svelte") },
    {
      path: "stop/:token",
      words,
      load: () => import("./Stop.svelte"),
      props: (p) => ({ ...p, what: "stop" }),
    },
    {
      path: "confirm/:token",
      words,
      load: () => import("./Stop.svelte"),
      props: (p) => ({ ...p, what: "confirm" }),
    },
  ],
} satisfies Pages;
