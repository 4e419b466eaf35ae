import type { Pages } from "../pages";

export default {
  pages: [
    {
      path: "workshop/:code?",
      words: "workshop",
      load: () => import("./Workshop.svelte"),
      key: ({ code }) => `workshop/${code ?? ""}`,
    },
    { path: "routes", words: "workshop", load: () => import("./Gallery.svelte") },
  ],
  doors: [
    {
      order: 50,
      icon: "route",
      label: "home.workshop",
      path: () => "workshop",
      when: (game) => game === "eldorado",
    },
  ],
} satisfies Pages;
