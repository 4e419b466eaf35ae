/**
 * A lesson as data: positions, steps, what each step expects and what is said to anything else. No rules
 * live here.
 */
export type Action = Record<string, unknown>;
export interface ReadStep {
  id: string;
  kind: "read";
}
export interface DoStep {
  id: string;
  kind: "do";
  /** Actions on the way: each pattern names the fields that must agree. */
  allow: Action[];
  /** The event that completes the step. */
  done: Action;
  /** One way to do it, for the tests and for setting the table up again. */
  solution: Action[];
  /** What to point at: the last one that can be seen and used now. */
  point: string[];
  instead: { when: Action; say: string; try: Action[] }[];
}
export interface OthersStep {
  id: string;
  kind: "others";
  turns: { seat: number; actions: Action[] }[];
}
export type Step = ReadStep | DoStep | OthersStep;
export interface Chapter {
  id: string;
  position: Record<string, unknown> & { setup: Record<string, unknown>; seats: unknown[] };
  steps: Step[];
}
export interface Lessons {
  game: string;
  chapters: Chapter[];
}

/** Whether everything the pattern names is so. */
export function fits(pattern: Action, thing: Action): boolean {
  return Object.entries(pattern).every(
    ([name, value]) => JSON.stringify(thing[name]) === JSON.stringify(value),
  );
}

/** What to say to these actions: null where they are on the way, otherwise the key of an explanation. */
export function judge(step: DoStep, actions: Action[]): string | null {
  const strange = actions.filter((action) => !step.allow.some((pattern) => fits(pattern, action)));
  if (!strange.length) return null;
  return step.instead.find((entry) => strange.some((action) => fits(entry.when, action)))?.say ?? "other";
}
