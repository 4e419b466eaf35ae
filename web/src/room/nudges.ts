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

/** The box of the last anchor on the screen. */
export function boxOf(anchors: string[]): DOMRect | null {
  for (const one of [...anchors].reverse()) {
    for (const element of document.querySelectorAll(one)) {
      const box = element.getBoundingClientRect();
      if (inSight(box)) return box;
    }
  }
  return null;
}
