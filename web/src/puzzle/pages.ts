import type { Pages } from "../pages";

export default {
  pages: [
    { path: "puzzles/:game", words: "puzzle", load: () => import("./Puzzles.svelte") },
    { path: "puzzle/:game/:id?", words: "puzzle", load: () => import("./Puzzle.svelte") },
  ],
  doors: [{ order: 60, icon: "puzzle", label: "home.puzzle", path: (game) => `puzzle/${game}` }],
} satisfies Pages;
