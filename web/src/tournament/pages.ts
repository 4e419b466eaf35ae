import type { Pages } from "../pages";

const words = "tournament";
export default {
  pages: [
    { path: "tournaments", words, load: () => import("./Mine.svelte") },
    { path: "tournaments/new/:game?", words, load: () => import("./Make.svelte") },
    { path: "t/:code", words, load: () => import("./Tournament.svelte") },
  ],
} satisfies Pages;
