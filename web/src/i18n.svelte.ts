/** Words of the interface and of the games in four languages. Numbers, plurals and dates by Intl. */
import { LANGUAGES, change, settings, type Language } from "./settings.svelte";

import { fill, parse, type Params, type Part } from "./messages";

type Entry = string | { text: string; ours?: boolean };
type Catalogue = Record<string, Entry>;

const interfaceWords = import.meta.glob<Catalogue>("./locale/*.json", { import: "default" });
const gameWords = import.meta.glob<Catalogue>("../../src/expedition/locale/*.json", { import: "default" });

/**
 * Words that only one part of the house needs, by its folder ("replay", "games/eldorado"); they come with
 * it.
 */
const partWords = import.meta.glob<Catalogue>("./**/locale/*.json", { import: "default" });
const parts = new Set<string>();

const current = $state<{ language: Language; words: Catalogue }>({ language: "en", words: {} });
const own: Partial<Record<Language, Catalogue>> = {};

export function preferred(): Language {
  if (settings.language) return settings.language;
  for (const wish of navigator.languages ?? [navigator.language]) {
    const found = LANGUAGES.find((l) => l.id === wish.slice(0, 2).toLowerCase());
    if (found) return found.id;
  }
  return "en";
}

export async function speak(language: Language, keep = false): Promise<void> {
  const [ours, game, ...more] = await Promise.all([
    interfaceWords[`./locale/${language}.json`]!(),
    gameWords[`../../src/expedition/locale/${language}.json`]?.() ?? {},
    ...[...parts].map((part) => partWords[`./${part}/locale/${language}.json`]!()),
  ]);
  current.words = Object.assign({}, game, own[language], ours, ...more) as Catalogue;
  current.language = language;
  document.documentElement.lang = language;
  if (keep) change({ language });
}

/** Brings the words of one part of the house, now and whenever the language changes. */
export async function speakOf(part: string): Promise<void> {
  if (parts.has(part)) return;
  const words = await partWords[`./${part}/locale/${current.language}.json`]!();
  parts.add(part);
  current.words = { ...current.words, ...words };
}

/** Words a scene brings along. */
export function addWords(language: Language, words: Catalogue): void {
  own[language] = { ...own[language], ...words };
}

export const language = (): Language => current.language;

const figures = new Map<string, Intl.NumberFormat>();
export function number(n: number): string {
  let format = figures.get(current.language);
  if (!format) figures.set(current.language, (format = new Intl.NumberFormat(current.language)));
  return format.format(n);
}

/** So many of a hundred: 46%, in French with a space. */
export function percent(n: number | string): string {
  return `${n}${current.language === "fr" ? "\u00a0" : ""}%`;
}

/** Coins come in halves: 3½. */
export function coins(n: number): string {
  const whole = Math.floor(n);
  return n === whole ? number(n) : `${whole ? number(whole) : ""}½`;
}

export function date(moment: string | number | Date): string {
  return new Intl.DateTimeFormat(current.language, { dateStyle: "medium", timeStyle: "short" }).format(
    new Date(moment),
  );
}

export function list(parts: string[]): string {
  return new Intl.ListFormat(current.language, { type: "conjunction" }).format(parts);
}

/** One of these. */
export function either(parts: string[]): string {
  return new Intl.ListFormat(current.language, { type: "disjunction" }).format(parts);
}

export function has(key: string): boolean {
  return key in current.words;
}

const parsed = new Map<string, Part[]>();

/** The sentence of a key with its values filled in. */
export function t(key: string, params: Params = {}): string {
  const entry = current.words[key];
  if (entry === undefined) return key;
  const text = typeof entry === "string" ? entry : entry.text;
  let parts = parsed.get(text);
  if (!parts) parsed.set(text, (parts = parse(text)));
  return fill(parts, params, current.language, coins);
}

/** A word of the game itself: names of cards, tokens, spaces. */
export function word(key: string): string {
  return has(key) ? t(key) : key.split(".").at(-1)!.replaceAll("_", " ");
}
