import type { Pages } from "../pages";

export default {
  pages: [
    {
      path: "r/:code",
      load: () => import("./Room.svelte"),
      props: ({ code }) => ({ code: code!.toUpperCase() }),
      key: ({ code }) => `r/${code!.toUpperCase()}`,
    },
  ],
} satisfies Pages;
