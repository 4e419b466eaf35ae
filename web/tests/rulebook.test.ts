import { expect, test } from "vitest";
import { ids, plain, search, sectionOf, type Section } from "../src/learn/rulebook";

const book: Section[] = [
  { id: "moving", rules: ["ED-MOVE-01..03", "ED-MOVE-13"] },
  { id: "camps", rules: ["ED-SPEC-05"] },
];
const words: Record<string, string> = {
  moving: "Moving Green jungle takes machetes",
  camps: "Campements Les cases rouges: éboulis",
};
const text = (s: Section): string => words[s.id]!;

test("given a range of rules, when it is written out, then every id is there", () => {
  expect(ids("ED-MOVE-01..03")).toEqual(["ED-MOVE-01", "ED-MOVE-02", "ED-MOVE-03"]);
  expect(ids("SG-COMP-10")).toEqual(["SG-COMP-10"]);
});

test("given words without case and accents, when searched, then sections with all of them are found", () => {
  expect(plain("Éboulis À")).toBe("eboulis a");
  expect(search(book, text, "jungle MACHETES").map((s) => s.id)).toEqual(["moving"]);
  expect(search(book, text, "eboulis").map((s) => s.id)).toEqual(["camps"]);
  expect(search(book, text, "jungle rouges")).toEqual([]);
});

test("given the number of a rule, when searched or linked to, then its section is found", () => {
  expect(search(book, text, "ed-move-0").map((s) => s.id)).toEqual(["moving"]);
  expect(sectionOf(book, "ED-MOVE-02")?.id).toBe("moving");
  expect(sectionOf(book, "ed-spec-05")?.id).toBe("camps");
  expect(sectionOf(book, "camps")?.id).toBe("camps");
  expect(sectionOf(book, "ED-SPEC-06")).toBeUndefined();
});
