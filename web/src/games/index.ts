/**
 * The games of the house. A game is a folder here; its index.ts registers what the pages ask for. No page
 * outside a
 * game's folder asks which game it is. A game without a folder is played at the plain table.
 */
import type { Component } from "svelte";
import { speakOf } from "../i18n.svelte";
import type { Lessons } from "../learn/lesson";
import type { Picture, Section } from "../learn/rulebook";
import type { RoomConnection } from "../net/connection.svelte";
import type { ReviewParts } from "../review/model";
import { plain } from "./plain";

export type Setup = Record<string, unknown>;
type Load<T> = () => Promise<{ default: T }>;

export type TableRoom = Component<{
  link: RoomConnection;
  onmenu: () => void;
  onhome: () => void;
  onrematch?: () => void;
}>;
/** The part of the set-up page that is the game's own: it keeps `setup` as it is chosen. */
export type SetupOptions = Component<
  { players: number; setup: Setup; given?: Record<string, never> },
  object,
  "setup"
>;
export type RulesPicture = Component<{ picture: Picture; components: never }>;

/** A table small, for lists: its set-up, and where it is known what a spectator sees. */
export type TablePicture = Component<{
  setup: Setup;
  view?: Record<string, unknown> | null;
  /** Not yet surveyed: an outline, where the game can draw one. */
  blank?: boolean;
}>;

export interface GameFolder {
  /** Where its words lie: web/src/<words>/locale. */
  words?: string;
  table?: Load<TableRoom>;
  setup?: Load<SetupOptions>;
  lesson?: Load<Lessons>;
  rules?: Load<Section[]>;
  rulesPicture?: Load<RulesPicture>;
  picture?: Load<TablePicture>;
  /** Likenesses people may choose from its art: ids of symbols after `a-`. */
  likenesses?: string[];
  /** Brings the symbols of the likenesses. */
  art?: () => Promise<void>;
  /** The poster on its door: a symbol `s-<game>`. */
  scene?: Load<string>;
  /** Ground and ink of the name under the poster. */
  plate?: { ground: string; ink: string };
  /** What a quick game is played with, beside the number of players. */
  quick?: Setup;
  /** What one of its tables is called in a list, where the game's own name says too little. */
  tableName?: (setup: Setup) => string | null;
  /** More about a table that waits for its players. */
  tableNotes?: (setup: Setup) => string[];
  /** Key of the sentence while the table is brought. */
  loading?: string;
  /** Keys of the keyboard and of the words for them. */
  keys?: [string, string][];
  /** The event that begins a turn, for those who look through a finished game. */
  turn?: string;
  /** What a review of its games shows beside chances and turns. */
  review?: Load<ReviewParts>;
}

const found = import.meta.glob<GameFolder>("./*/index.ts", { eager: true, import: "default" });

/** The games with a folder of their own, by name. */
export const games: Record<string, GameFolder> = Object.fromEntries(
  Object.entries(found).map(([path, folder]) => [path.split("/")[1]!, folder]),
);

export const gameOf = (name: string): GameFolder => games[name] ?? plain;

/** One part of a game, with the words it needs; null where the game does not bring it. */
export async function bring<T>(load: Load<T> | undefined, words?: string): Promise<T | null> {
  if (!load) return null;
  const [part] = await Promise.all([load(), words ? speakOf(words) : undefined]);
  return part.default;
}
/** Where the words of a game's lesson and rules lie. */
const learnWords = (name: string): string => `${gameOf(name).words}/learn`;
export const lessonOf = (name: string): Promise<Lessons | null> =>
  bring(gameOf(name).lesson, learnWords(name));
export const rulesOf = (name: string): Promise<Section[] | null> =>
  bring(gameOf(name).rules, learnWords(name));
export const tableOf = (name: string): Promise<TableRoom | null> =>
  bring(gameOf(name).table, gameOf(name).words);
