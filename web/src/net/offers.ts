/**
 * What the server offers of each game: opponents and set-ups. A level is asked for by its name; words go by
 * its id.
 */
import { api } from "./api";
import type { GameInfo, LevelInfo } from "./types";

/** Until the server has answered. */
export const USUAL: LevelInfo[] = ["Rookie", "Guide", "Veteran", "Legend"].map((name) => ({
  id: name.toLowerCase(),
  name,
  about: "",
}));

let asked: Promise<GameInfo[]> | null = null;
/** The games the server has; nothing while it does not answer. */
export async function offered(): Promise<GameInfo[]> {
  asked ??= api.games();
  try {
    return await asked;
  } catch {
    asked = null;
    return [];
  }
}
const infoOf = async (game: string): Promise<GameInfo | undefined> =>
  (await offered()).find((info) => info.name === game);

export async function levelsOf(game: string): Promise<LevelInfo[]> {
  return (await infoOf(game))?.levels ?? USUAL;
}

/** One option of a set-up, as its schema has it. */
export interface Option {
  title?: string;
  type?: string;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  enum?: string[];
  anyOf?: Option[];
}
export async function optionsOf(game: string): Promise<Record<string, Option>> {
  const options = (await infoOf(game))?.options as { properties?: Record<string, Option> } | undefined;
  return options?.properties ?? {};
}
const optionOf = async (game: string, name: string): Promise<Option> => (await optionsOf(game))[name] ?? {};
/** How many may play. */
export async function playersOf(game: string): Promise<number[]> {
  const { minimum = 2, maximum = 4 } = await optionOf(game, "players");
  return Array.from({ length: maximum - minimum + 1 }, (_, i) => minimum + i);
}
/** The names one may choose for an option of the set-up. */
export async function choicesOf(game: string, name: string): Promise<string[]> {
  const option = await optionOf(game, name);
  return option.enum ?? option.anyOf?.find((one) => one.enum)?.enum ?? [];
}

/** The one a person likes to play, or the second weakest. */
export function liked(levels: LevelInfo[], id: string): LevelInfo {
  return levels.find((l) => l.id === id) ?? levels[Math.min(1, levels.length - 1)]!;
}
