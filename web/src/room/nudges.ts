/** The first game on a device points at what to do, a few times; what was heard is never said again. */
import { done as lessons } from "../learn/progress";

export interface Nudge {
  id: string;
  /** What is said. */
  text: string;
  /** Where it points: the last of these that is on the screen. */
  anchors: string[];
  /** Whether this is the moment for it. */
  now: boolean;
  /** Whether the person has done it. */
  done: boolean;
}

const KEY = "expedition.nudges";
const SILENT = "*";

function heard(): string[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as string[];
  } catch {
    return [];
  }
}

/** Whoever has played this game here, or its lessons, needs no pointing. */
export function isNew(game: string): boolean {
  return (
    !heard().some((one) => one.startsWith(`${game}/`)) && !lessons().some((one) => one.startsWith(`${game}/`))
  );
}

export function heardOf(game: string): Set<string> {
  const own = heard().filter((one) => one.startsWith(`${game}/`));
  if (lessons().some((one) => one.startsWith(`${game}/`))) own.push(`${game}/${SILENT}`);
  return new Set(own.map((one) => one.slice(game.length + 1)));
}
export const isSilent = (known: Set<string>): boolean => known.has(SILENT);

export function remember(game: string, id: string = SILENT): Set<string> {
  try {
    localStorage.setItem(KEY, JSON.stringify([...new Set([...heard(), `${game}/${id}`])]));
  } catch {
    /* storage is off: it is said again another time */
  }
  return heardOf(game).add(id);
}

const inSight = (box: DOMRect): boolean =>
  box.width > 0 && box.right > 0 && box.bottom > 0 && box.left < innerWidth && box.top < innerHeight;

/** The boxes of the last anchor on the screen: a tip points at the first and leaves the others in sight. */
export function boxesOf(anchors: string[]): DOMRect[] {
  for (const one of [...anchors].reverse()) {
    const boxes = [...document.querySelectorAll(one)].map((element) => element.getBoundingClientRect());
    const seen = boxes.filter(inSight);
    if (seen.length) return seen;
  }
  return [];
}

type Box = Pick<DOMRect, "left" | "top" | "right" | "bottom">;
type Side = "above" | "below" | "left" | "right";
export interface Place {
  side: Side;
  left: number;
  top: number;
  /** Where it points, along its edge, from the window's corner. */
  tip: number;
  /** From its edge to what it speaks of. */
  reach: number;
}
const GAP = 14,
  EDGE = 8;
/** Below is where the hand holds the screen, and where the other cards are. */
const LAST: Record<Side, number> = { above: 0, left: 20, right: 20, below: 60 };
const touch = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Beside what a tip speaks of, as near as the sentences that are to stay readable allow. */
export function placeOf(
  at: Box,
  size: { width: number; height: number },
  clear: Box[],
  room: { width: number; height: number },
): Place | null {
  const { width, height } = size;
  const within = (x: number, length: number, all: number): number =>
    Math.max(EDGE, Math.min(x, all - length - EDGE));
  const x = (at.left + at.right) / 2,
    y = (at.top + at.bottom) / 2;
  const found = (["above", "below", "left", "right"] as Side[]).flatMap((side): Place[] => {
    const upright = side === "above" || side === "below";
    let left = upright ? within(x - width / 2, width, room.width) : 0,
      top = upright ? 0 : within(y - height / 2, height, room.height);
    if (side === "above") top = at.top - height - GAP;
    else if (side === "below") top = at.bottom + GAP;
    else if (side === "left") left = at.left - width - GAP;
    else left = at.right + GAP;
    // past everything that stands in the way, in the direction away from the thing
    for (let again = 0; again <= clear.length; again++) {
      const hit = clear.find((one) => touch({ left, top, right: left + width, bottom: top + height }, one));
      if (!hit) break;
      if (side === "above") top = hit.top - height - EDGE;
      else if (side === "below") top = hit.bottom + EDGE;
      else if (side === "left") left = hit.left - width - EDGE;
      else left = hit.right + EDGE;
    }
    const inside =
      left >= EDGE && top >= EDGE && left + width + EDGE <= room.width && top + height + EDGE <= room.height;
    if (!inside) return [];
    const reach = {
      above: at.top - top - height,
      below: top - at.bottom,
      left: at.left - left - width,
      right: left - at.right,
    }[side];
    return [{ side, left, top, tip: upright ? x : y, reach }];
  });
  return found.sort((a, b) => a.reach + LAST[a.side] - b.reach - LAST[b.side])[0] ?? null;
}

/** The sentences a tip must leave readable. */
export const sentences = (): DOMRect[] =>
  [...document.querySelectorAll("[data-sentence]")].map((one) => one.getBoundingClientRect()).filter(inSight);
