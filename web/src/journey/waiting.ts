/** Which games wait for me. */
import type { RoomSummary } from "../net/types";

export const myTurn = (r: RoomSummary): boolean =>
  r.status === "playing" && r.owing.some((s) => r.yours.includes(s));

/** Those waiting for me first, then the ones that moved last. */
export const mineFirst = (rooms: RoomSummary[]): RoomSummary[] =>
  [...rooms].sort((a, b) => Number(myTurn(b)) - Number(myTurn(a)) || b.moved - a.moved);
