/** Which puzzles were solved on this device, in how many tries, and the days of the streak. */
const KEY = "expedition.puzzles";

export interface Progress {
  /** Tries until it was solved; 0: the answer was looked at. */
  solved: Record<string, number>;
  /** Days (UTC) on which the puzzle of the day was solved, by game. */
  days: Record<string, string[]>;
}

export function progress(): Progress {
  try {
    return { solved: {}, days: {}, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Progress>) };
  } catch {
    return { solved: {}, days: {} };
  }
}
function keep(now: Progress): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(now));
  } catch {
    // storage is off: the streak lasts until the page closes
  }
}
export function markSolved(id: string, tries: number): void {
  const now = progress();
  if (now.solved[id] !== undefined) return;
  now.solved[id] = tries;
  keep(now);
}
export function markDay(game: string, day: string): void {
  const now = progress();
  const days = new Set(now.days[game] ?? []);
  days.add(day);
  now.days[game] = [...days].sort().slice(-400);
  keep(now);
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
