/** The Quest for El Dorado, as the pages of the house know it. */
import { t } from "../../i18n.svelte";
import type { GameFolder, SetupOptions, TablePicture, TableRoom } from "../index";
import { routeTitle } from "./route";

const eldorado: GameFolder = {
  words: "games/eldorado",
  table: () => import("./EldoradoRoom.svelte") as Promise<{ default: TableRoom }>,
  setup: () => import("./SetupOptions.svelte") as unknown as Promise<{ default: SetupOptions }>,
  lesson: () => import("./learn/lesson.json") as never,
  rules: () => import("./learn/rules.json") as never,
  rulesPicture: () => import("./learn/RulesPicture.svelte") as never,
  picture: () => import("./TablePicture.svelte") as unknown as Promise<{ default: TablePicture }>,
  likenesses: [
    "trailblazer",
    "photographer",
    "captain",
    "native",
    "scientist",
    "adventurer",
    "sailor",
    "millionaire",
    "journalist",
    "prop_plane",
    "explorer",
    "compass",
  ],
  art: async () => (await import("./art")).addEldoradoArt(),
  scene: () => import("./scene.svg?raw"),
  plate: { ground: "#123527", ink: "#f6cf6a" },
  quick: { route: "first", caves: true },
  tableName: ({ route }) => routeTitle(route),
  tableNotes: ({ caves }) => (caves ? [t("eldorado.words.caves")] : []),
  keys: [
    ["1 – 9", "keys.card"],
    ["b, ← ↑ → ↓, ⏎", "keys.board"],
    ["z", "keys.undo"],
    ["e", "keys.end"],
    ["u", "keys.use"],
    ["m", "keys.market"],
    ["0 . ,", "keys.camera"],
    ["Esc", "keys.escape"],
  ],
  review: () => import("./review/parts"),
  turn: "eldorado.turn",
};
export default eldorado;
