/** What gestures mean on the board: what lights up, by which ways, and who came whence. */
import { key, type Coord, type EnterGesture, type GameEvent, type MoveGesture } from "./model";

export type Reach = MoveGesture | EnterGesture;
export interface Target {
  cost: number | null;
  cards?: number;
  removes?: boolean;
}

/** The spaces in reach with the least they cost. */
export function targetsOf(reach: Reach[]): Map<string, Target> {
  const found = new Map<string, Target>();
  for (const g of reach) {
    if (!g.to || g.kind === "clear") continue;
    const at = key(g.to),
      before = found.get(at);
    if (g.kind === "enter") {
      if (!before) found.set(at, { cost: null, cards: g.cards, removes: g.removes });
    } else if (!before || before.cards || (g.cost ?? 0) < (before.cost ?? 99))
      found.set(at, { cost: g.cost });
  }
  return found;
}

/** The blockades in reach with the least they cost. */
export function gatesOf(reach: Reach[]): Map<number, number | null> {
  const found = new Map<number, number | null>();
  for (const g of reach) {
    if (g.blockade === undefined || (g.kind !== "clear" && g.kind !== "enter")) continue;
    const cost = g.kind === "enter" ? g.cards : g.cost,
      before = found.get(g.blockade);
    if (before === undefined || (cost ?? 0) < (before ?? 99)) found.set(g.blockade, cost);
  }
  return found;
}

/** Ways to do what a space or blockade stands for, one per difference that matters. */
export function waysTo(reach: Reach[], at: string): Reach[] {
  const all = reach.filter((g) =>
    at.startsWith("b")
      ? (g.kind === "clear" || g.kind === "enter") && `b${g.blockade}` === at
      : g.kind !== "clear" && g.to !== undefined && key(g.to) === at,
  );
  const best = new Map<string, Reach>();
  for (const g of all) {
    const mark =
      g.kind === "enter" ? `enter-${g.pawn}` : `${g.pawn}-${g.as ?? ""}-${JSON.stringify(g.explores ?? [])}`;
    const before = best.get(mark);
    if (!before || (g.kind !== "enter" && before.kind !== "enter" && (g.cost ?? 0) < (before.cost ?? 99)))
      best.set(mark, g);
  }
  return [...best.values()];
}

/** The latest walk of every other seat, until its next turn. */
export function trailsOf(
  events: GameEvent[],
  seats: number,
  self: number | null,
): { seat: number; path: Coord[] }[] {
  const trails: { seat: number; path: Coord[] }[] = [];
  for (let seat = 0; seat < seats; seat++) {
    if (seat === self) continue;
    const walks = new Map<number, Coord[]>();
    for (const e of [...events].reverse()) {
      if (e.seat !== seat) {
        if (walks.size) break;
        continue;
      }
      if (!e.key.endsWith(".step") || !e.from || !e.to) continue;
      const pawn = (e.pawn as number | undefined) ?? 0,
        walk = walks.get(pawn);
      if (walk) walk.unshift(e.from as Coord);
      else walks.set(pawn, [e.from as Coord, e.to as Coord]);
    }
    for (const path of walks.values()) trails.push({ seat, path });
  }
  return trails;
}
