/**
 * Fails the build when a language lacks a word that another one has, or when the code asks for a word nobody
 * wrote.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import type { Plugin } from "vite";
import { names, parse } from "./src/messages.ts";

export const LANGUAGES = ["en", "pt", "it", "fr"] as const;
type Catalogue = Record<string, string>;

function read(folder: string, lang: string): Catalogue {
  return JSON.parse(readFileSync(join(folder, `${lang}.json`), "utf8")) as Catalogue;
}

const placeholders = (text: string): string => [...names(parse(text))].sort().join(",");

/** Apostrophes and the spaces of French as in print; a fault of looks, so no build fails of it. */
export function typeFaults(folder: string): string[] {
  return LANGUAGES.flatMap((lang) =>
    Object.entries(read(folder, lang)).flatMap(([key, text]) => [
      ...(text.includes("'") ? [`${lang}.json: "${key}" has a straight apostrophe.`] : []),
      ...(lang === "fr" && / [:;?!%»]|« /.test(text)
        ? [`${lang}.json: "${key}" may break before its punctuation.`]
        : []),
    ]),
  );
}

/** One sentence per fault: a key missing in a language, or placeholders that differ from the English ones. */
export function catalogueFaults(folder: string): string[] {
  const all = Object.fromEntries(LANGUAGES.map((lang) => [lang, read(folder, lang)]));
  const english = all.en!;
  const keys = new Set(LANGUAGES.flatMap((lang) => Object.keys(all[lang]!)));
  const faults: string[] = [];
  for (const key of keys) {
    for (const lang of LANGUAGES) {
      const entry = all[lang]![key];
      if (entry === undefined) faults.push(`${lang}.json has no words for "${key}".`);
      else if (english[key] !== undefined && placeholders(entry) !== placeholders(english[key]))
        faults.push(`${lang}.json: "${key}" must use the placeholders {${placeholders(english[key])}}.`);
    }
  }
  return faults;
}

function* sources(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* sources(path);
    else if ([".svelte", ".ts"].includes(extname(path))) yield path;
  }
}

/** Keys written out in the code as t("…") that no catalogue has. */
export function unknownKeys(source: string, folders: string[]): string[] {
  const known = new Set(folders.flatMap((folder) => Object.keys(read(folder, "en"))));
  const faults: string[] = [];
  for (const path of sources(source)) {
    for (const found of readFileSync(path, "utf8").matchAll(/\bt\(\s*"([^"]+)"/g)) {
      if (!known.has(found[1]!)) faults.push(`${path} asks for "${found[1]}", which no catalogue has.`);
    }
  }
  return faults;
}

/** The catalogue of the whole interface and those of its parts. */
export function folders(source: string): string[] {
  const inside = readdirSync(source, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const own = join(source, "locale");
  return [
    ...(existsSync(own) ? [own] : []),
    ...inside
      .filter((entry) => entry.name !== "locale")
      .flatMap((entry) => folders(join(source, entry.name))),
  ];
}

export function catalogues(source: string, gameWords: string): Plugin {
  return {
    name: "catalogues",
    buildStart() {
      const ours = folders(source);
      const faults = [...ours.flatMap(catalogueFaults), ...unknownKeys(source, [...ours, gameWords])];
      if (faults.length) this.error(faults.join("\n"));
    },
  };
}
