/** The computer opponents a game offers. The server is asked for one by its name; words are looked up by its id. */
import { api } from "./api";
import type { LevelInfo } from "./wire";

/** Until the server has answered. */
export const USUAL: LevelInfo[] = ["Rookie", "Guide", "Veteran", "Legend"].map((name) => ({ id: name.toLowerCase(), name, about: "" }));

let asked: Promise<Map<string, LevelInfo[]>> | null = null;
export async function levelsOf(game: string): Promise<LevelInfo[]> {
  asked ??= api.games().then((games) => new Map(games.map((g) => [g.name, g.levels])));
  try {
    return (await asked).get(game) ?? USUAL;
  } catch {
    asked = null;
    return USUAL;
  }
}

/** The one a person likes to play, or the second weakest. */
export function liked(levels: LevelInfo[], id: string): LevelInfo {
  return levels.find((l) => l.id === id) ?? levels[Math.min(1, levels.length - 1)]!;
}
