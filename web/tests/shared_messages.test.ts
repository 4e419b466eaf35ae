/** The same messages as the Python side reads, with the same outcome. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { fill, parse, type Params } from "../src/messages";

type Case = { text: string; lang: string; data: Params; said: string };
const cases = JSON.parse(
  readFileSync(resolve(import.meta.dirname, "../../tests/words/messages.json"), "utf8"),
) as Case[];

function halves(n: number): string {
  const whole = Math.floor(n);
  return n === whole ? String(n) : `${whole || ""}½`;
}

test.each(cases)("$lang: $text", ({ text, lang, data, said }) => {
  expect(fill(parse(text), data, lang, halves)).toBe(said);
});
