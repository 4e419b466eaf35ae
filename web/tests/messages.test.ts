import { expect, test } from "vitest";
import { fill, names, parse } from "../src/messages";

const say = (text: string, params: Record<string, string | number>, language = "en"): string =>
  fill(parse(text), params, language, String);

test("given a value, when it is filled in, then an apostrophe stays an apostrophe", () => {
  expect(say("l'{card}'s", { card: "Savant" })).toBe("l'Savant's");
});

test("given a plural, when the number is one or many, then the right form is used with its number", () => {
  const text = "{n, plural, one {# card} other {# cards}}";
  expect(say(text, { n: 1 })).toBe("1 card");
  expect(say(text, { n: 3 })).toBe("3 cards");
  expect(say("{n, plural, one {# carte} other {# cartes}}", { n: 0 }, "fr")).toBe("0 carte");
});

test("given a select with a value inside, when nothing fits, then `other` is taken", () => {
  const text = "{you, select, yes {You} other {{name}}} bought {card}";
  expect(say(text, { you: "yes", name: "Rui", card: "Scout" })).toBe("You bought Scout");
  expect(say(text, { you: "no", name: "Rui", card: "Scout" })).toBe("Rui bought Scout");
});

test("given a message, when its names are listed, then those inside choices are among them", () => {
  expect(
    [
      ...names(parse("{you, select, yes {You} other {{name}}}: {n, plural, one {#} other {# {what}}}")),
    ].sort(),
  ).toEqual(["n", "name", "what", "you"]);
});

test("given a brace too few or a choice without `other`, when it is parsed, then an error says so", () => {
  expect(() => parse("{n, plural, one {# card}")).toThrow("does not close");
  expect(() => parse("{n, plural, one {# card}}")).toThrow("no option");
  expect(() => parse("a } b")).toThrow("too many");
});
