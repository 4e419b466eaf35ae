/**
 * What the server refuses, in words. Its own sentence is English and says the most; other languages have it
 * in the catalogues. What it says of moves counts plies and numbers actions: that is for programs, and people
 * have it from the catalogue in English too.
 */
import { has, language, t } from "../i18n.svelte";
import type { Params } from "../messages";

export interface Problem {
  code: string;
  message: string;
  key?: string | null;
  values?: { [k: string]: unknown } | null;
}

const OF_MOVES = ["illegal", "stale", "bad_record"];

export function inWords(problem: Problem): string {
  const { code, key, values, message } = problem;
  return key && (language() !== "en" || OF_MOVES.includes(code)) && has(key)
    ? t(key, (values ?? {}) as Params)
    : message;
}
