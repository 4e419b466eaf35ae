import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { LANGUAGES, catalogueFaults, folders, typeFaults, unknownKeys } from "../catalogues";
import { parse } from "../src/messages";

const source = resolve(import.meta.dirname, "../src");
const own = folders(source);
const game = resolve(import.meta.dirname, "../../src/expedition/locale");

test("given the four languages, when their interface words are compared, then none lacks a word or a placeholder", () => {
  expect(own.flatMap(catalogueFaults)).toEqual([]);
  expect(own.length).toBeGreaterThanOrEqual(3);
});

test("given every interface word, when its signs are looked at, then they are those of print", () => {
  expect(own.flatMap(typeFaults)).toEqual([]);
});

test("given the code, when every written key is looked up, then some catalogue has it", () => {
  expect(unknownKeys(source, [...own, game])).toEqual([]);
});

test("given every text of every language, when it is parsed, then its form is right", () => {
  for (const folder of [...own, game]) {
    for (const language of LANGUAGES) {
      const words = JSON.parse(readFileSync(resolve(folder, `${language}.json`), "utf8")) as Record<
        string,
        string | { text: string }
      >;
      for (const entry of Object.values(words))
        expect(() => parse(typeof entry === "string" ? entry : entry.text)).not.toThrow();
    }
  }
});

test("given the lock file, then it names no place to download from", () => {
  expect(readFileSync(resolve(import.meta.dirname, "../package-lock.json"), "utf8")).not.toContain(
    '"resolved"',
  );
});
