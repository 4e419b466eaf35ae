/** What a game without a folder of its own gets: the set-up its schema describes, the plain table. */
import type { GameFolder, SetupOptions } from "./index";

export const plain: GameFolder = {
  table: () => import("../room/PlainTable.svelte"),
  setup: () => import("./PlainOptions.svelte") as unknown as Promise<{ default: SetupOptions }>,
};
