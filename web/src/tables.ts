/** The games that have a table in the browser. A new game is one more line. */
import type { Component } from "svelte";
import type { Link } from "./net/link.svelte";

export type TableRoom = Component<{ link: Link; onmenu: () => void; onhome: () => void; onrematch?: () => void }>;

export const tables: Record<string, () => Promise<{ default: TableRoom }>> = {
  eldorado: () => import("./table/EldoradoRoom.svelte"),
  silvergold: () => import("./silvergold/SilvergoldRoom.svelte"),
};
