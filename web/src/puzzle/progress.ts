/**
 * Which puzzles were solved, in how many tries, and the days of the streak: with the account where there is
 * one, on this device otherwise. What a guest solved goes along into the account.
 */
import { api } from "../net/api";
import type { Verdict } from "../net/types";

const KEY = "expedition.puzzles";
const TRIES = "expedition.tries";
/** Puzzles of one request: the server plays each again before it believes. */
const AT_ONCE = 10;

export interface Solved {
  /** Tries until it was solved; 0: the answer was looked at. */
  solved: Record<string, number>;
  /** Days (UTC) on which the puzzle of the day was solved. */
  days: string[];
}
/** What lies on the device, by game for the days. */
interface Kept {
  solved: Record<string, number>;
  /** The turns that solved them: the server plays them again before it believes. */
  turns: Record<string, object[]>;
  days: Record<string, string[]>;
}

function kept(): Kept {
  try {
    return {
      solved: {},
      turns: {},
      days: {},
      ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept>),
    };
  } catch {
    return { solved: {}, turns: {}, days: {} };
  }
}
function keep(now: Kept): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(now));
  } catch {
    // storage is off: the streak lasts until the page closes
  }
}
/** A turn that was tried and what was said of it, in which language. */
export interface Try extends Verdict {
  actions?: object[];
  lang?: string;
}
/** The tries of every puzzle: a page that is opened again counts on. */
function allTries(): Record<string, Try[]> {
  try {
    return JSON.parse(localStorage.getItem(TRIES) ?? "{}") as Record<string, Try[]>;
  } catch {
    return {};
  }
}
export const triesOf = (id: string): Try[] => allTries()[id] ?? [];
/** The same tries in another language; one that cannot be told again stays as it was. */
export const inLanguage = (id: string, tries: Try[], lang: string): Promise<Try[]> =>
  Promise.all(
    tries.map(async (one) => {
      if (!one.actions || one.lang === lang) return one;
      const told = await api.puzzleTry(id, one.actions, lang).catch(() => null);
      return told ? { ...one, ...told, lang } : one;
    }),
  );
/** Writes down the tries of a puzzle. */
export function keepTries(id: string, tries: Try[]): void {
  try {
    localStorage.setItem(TRIES, JSON.stringify({ ...allTries(), [id]: tries }));
  } catch {
    // storage is off: they last until the page closes
  }
}
const isOf = (game: string, id: string): boolean => id.startsWith(`${game}-`);

/** What lies on this device of one game. */
function here(game: string): Solved {
  const { solved, days } = kept();
  return {
    solved: Object.fromEntries(Object.entries(solved).filter(([id]) => isOf(game, id))),
    days: days[game] ?? [],
  };
}
/** What the account has now need not lie here any more, nor what the server did not believe. */
function forget(game: string, sent: string[], has: Solved): void {
  const { solved, turns, days } = kept();
  const left = <T>(some: Record<string, T>): Record<string, T> =>
    Object.fromEntries(Object.entries(some).filter(([id]) => !sent.includes(id)));
  const rest = (days[game] ?? []).filter((day) => !has.days.includes(day));
  keep({ solved: left(solved), turns: left(turns), days: { ...days, [game]: rest } });
}
async function hasAccount(): Promise<boolean> {
  const me = await api.me().catch(() => null);
  return me?.person?.guest === false;
}

/** What was solved of a game; with an account, what lies here moves there. */
export async function progress(game: string): Promise<Solved> {
  const mine = here(game);
  if (!(await hasAccount())) return mine;
  try {
    const { turns } = kept();
    for (let all = Object.keys(mine.solved); ; all = all.slice(AT_ONCE)) {
      const sent = all.slice(0, AT_ONCE);
      const solved = sent.map((id) => [id, { tries: mine.solved[id]!, actions: turns[id] ?? [] }]);
      const has = await api.keepPuzzles(game, { solved: Object.fromEntries(solved), days: mine.days });
      forget(game, sent, has);
      if (all.length <= AT_ONCE) return has;
    }
  } catch {
    return mine; // it stays here until the server can be reached
  }
}
/** Writes down that a puzzle was solved, and where it was the day's, the day. */
export async function mark(
  game: string,
  id: string,
  tries: number,
  actions: object[],
  day: string | null,
): Promise<Solved> {
  const now = kept();
  if (now.solved[id] === undefined) {
    now.solved[id] = tries;
    now.turns[id] = actions;
  }
  if (day) now.days[game] = [...new Set([...(now.days[game] ?? []), day])].sort().slice(-400);
  keep(now);
  return progress(game);
}
const before = (day: string): string => {
  const d = new Date(`${day}T00:00:00Z`);
  d.setUTCDate(d.getUTCDate() - 1);
  return d.toISOString().slice(0, 10);
};
/** Days in a row up to this one; a day that is not over yet does not break it. */
export function streak(days: string[], today: string): number {
  const all = new Set(days);
  let day = all.has(today) ? today : before(today);
  let count = 0;
  for (; all.has(day); day = before(day)) count++;
  return count;
}
/** The last seven days up to this one, and whether each was solved. */
export function week(days: string[], today: string): { day: string; solved: boolean }[] {
  const made: { day: string; solved: boolean }[] = [];
  for (let day = today; made.length < 7; day = before(day)) made.unshift({ day, solved: days.includes(day) });
  return made;
}
