/**
 * What the server refuses, in words. Its own sentence is English and says the most; other languages have it
 * in the catalogues.
 */
import { has, language, t } from "../i18n.svelte";
import type { Params } from "../messages";

export interface Problem {
  code: string;
  message: string;
  key?: string | null;
  values?: { [k: string]: unknown } | null;
}

export function inWords(problem: Problem): string {
  const { key, values, message } = problem;
  return key && language() !== "en" && has(key) ? t(key, (values ?? {}) as Params) : message;
}
