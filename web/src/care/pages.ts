import type { Pages } from "../pages";

export default {
  pages: [{ path: "reset/:token", words: "care", load: () => import("./Reset.svelte") }],
} satisfies Pages;
