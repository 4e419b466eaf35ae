import type { Pages } from "../pages";

export default {
  pages: [
    {
      path: "review/:code",
      words: "review",
      load: () => import("./Review.svelte"),
      props: ({ code }) => ({ code: code!.toUpperCase() }),
      key: ({ code }) => `review/${code!.toUpperCase()}`,
    },
  ],
} satisfies Pages;
