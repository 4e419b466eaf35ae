/**
 * A whole route in a few letters, for links: five bits name a side, three its turn, ten where it lies from
 * the piece before it. The server reads it back and says whether it is a route.
 */
import type { Piece, Route } from "./types";

const SIDES = [..."ABCDEFGHIJKLMNOPQR", "finish_jungle", "finish_river"];
const REACH = 16;

export function codeOf(route: Route): string | null {
  if (!route.finish || !route.tiles.length) return null;
  let bits = 1n,
    count = 0,
    before: Piece | null = null;
  for (const piece of [...route.tiles, route.finish]) {
    const dq = before ? piece.q - before.q : 0,
      dr = before ? piece.r - before.r : 0;
    if (dq < -REACH || dq >= REACH || dr < -REACH || dr >= REACH) return null;
    for (const [value, size] of [
      [SIDES.indexOf(piece.tile), 5],
      [piece.rotation, 3],
      [dq + REACH, 5],
      [dr + REACH, 5],
    ] as const)
      bits = (bits << BigInt(size)) | BigInt(value);
    before = piece;
    count++;
  }
  const bytes: number[] = [];
  for (let i = Math.ceil((count * 18 + 4) / 8) - 1; i >= 0; i--)
    bytes.push(Number((bits >> BigInt(8 * i)) & 255n));
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");
}
