import type { Pages } from "../pages";

export default {
  pages: [
    {
      path: "replay/:code",
      words: "replay",
      load: () => import("./Replay.svelte"),
      props: ({ code }) => ({ code: code!.toUpperCase() }),
      key: ({ code }) => `replay/${code!.toUpperCase()}`,
    },
    { path: "replays/:game?", words: "replay", load: () => import("./Replays.svelte") },
  ],
  doors: [{ order: 70, icon: "replay", label: "home.replays", path: (game) => `replays/${game}` }],
} satisfies Pages;
