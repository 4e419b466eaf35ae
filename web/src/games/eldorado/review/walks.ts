/** Ways of playing pieces, read from the actions of a turn. */
import type { Action } from "../../../review/model";
import { same, type Coord, type View } from "../model";

/** Every piece's way through a turn from where it stood, as spaces; a cleared blockade is no space. */
export function walks(actions: Action[], view: View, seat: number): Coord[][] {
  const from = view.seats[seat]!.pawns.map((pawn) => pawn.at);
  const ways = new Map<number, Coord[]>();
  const active = view.turn.active;
  let pawn = active?.pawn ?? 0;
  for (const action of actions) {
    if (typeof action.pawn === "number") pawn = action.pawn;
    if (!Array.isArray(action.to) || !["step", "enter"].includes(action.do)) continue;
    const start = from[pawn];
    if (start === undefined || start === "arrived") continue;
    const way = ways.get(pawn) ?? [start];
    const to = action.to as unknown as Coord;
    if (!same(way.at(-1)!, to)) way.push(to);
    ways.set(pawn, way);
  }
  return [...ways.values()].filter((way) => way.length > 1);
}

/** The pieces that are moved, or clear a blockade. */
export function pieces(actions: Action[]): number[] {
  const found = new Set<number>();
  for (const action of actions) if (typeof action.pawn === "number") found.add(action.pawn);
  return [...found];
}
/** Blockades that are cleared. */
export const cleared = (actions: Action[]): number[] =>
  actions.filter((a) => typeof a.blockade === "number").map((a) => a.blockade as number);
