import { gameOf } from "../games/index";
import type { Pages } from "../pages";

export default {
  pages: [
    { path: "learn/:game", words: "learn", load: () => import("./Learn.svelte") },
    { path: "lesson/:game/:chapter", words: "learn", load: () => import("./Lesson.svelte") },
    {
      path: "rules/:game/:anchor?",
      words: "learn",
      load: () => import("./Rules.svelte"),
      key: ({ game }) => `rules/${game}`,
    },
  ],
  doors: [
    {
      order: 50,
      icon: "learn",
      label: "home.learn",
      path: (game) => `learn/${game}`,
      when: (game) => gameOf(game).lesson !== undefined,
    },
  ],
} satisfies Pages;
