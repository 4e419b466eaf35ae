/** Silver & Gold, as the pages of the house know it. */
import type { GameFolder, TablePicture, TableRoom } from "../index";

const silvergold: GameFolder = {
  words: "games/silvergold",
  review: () => import("./review/parts"),
  table: () => import("./SilvergoldRoom.svelte") as Promise<{ default: TableRoom }>,
  lesson: () => import("./learn/lesson.json") as never,
  rules: () => import("./learn/rules.json") as never,
  rulesPicture: () => import("./learn/RulesPicture.svelte") as never,
  picture: () => import("./TablePicture.svelte") as unknown as Promise<{ default: TablePicture }>,
  scene: () => import("./scene.svg?raw"),
  plate: { ground: "#2d1752", ink: "#e6e9f0" },
  loading: "loading.cards",
  keys: [
    ["R, F", "sg.keys.shape"],
    ["b, ← ↑ → ↓", "sg.keys.maps"],
    ["⏎", "sg.keys.mark"],
    ["␣", "sg.keys.next"],
    ["1", "sg.keys.one"],
    ["z", "keys.undo"],
    ["p, j", "sg.keys.round"],
    ["Esc", "keys.escape"],
  ],
  turn: "silvergold.reveal",
};
export default silvergold;
