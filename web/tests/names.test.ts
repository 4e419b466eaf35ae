import { beforeEach, expect, test } from "vitest";
import { speak } from "../src/i18n.svelte";
import { seatName } from "../src/net/names";
import { inWords } from "../src/net/problem";

type Seats = Parameters<typeof seatName>[0];
const bot = (seat: number, level: string) => ({ seat, kind: "bot", name: level, level });
const person = (seat: number, name: string | null) => ({
  seat,
  kind: name ? "person" : "open",
  name,
  level: null,
});
const names = (...seats: object[]): string[] => seats.map((_, i) => seatName(seats as Seats, i));

beforeEach(() => speak("en"));

test("given two opponents of one level, when they are named, then a number tells them apart", () => {
  expect(names(person(0, "Ana"), bot(1, "Guide"), bot(2, "Guide"), bot(3, "Legend"))).toEqual([
    "Ana",
    "Guide",
    "Guide 2",
    "Legend",
  ]);
});
test("given another language, when the computer is named, then its level is said in that language", async () => {
  await speak("pt");
  expect(names(bot(0, "Guide"), person(1, "Guide"))).toEqual(["Guia", "Guide"]);
});

const taken = {
  code: "taken",
  message: "The name Ana is taken; choose another.",
  key: "refusal.name_taken",
  values: { name: "Ana" },
};
test("given a refusal with a key, when the page is French, then it is said in French, and in English by the server itself", async () => {
  expect(inWords({ ...taken, message: "The server's own words." })).toBe("The server's own words.");
  await speak("fr");
  expect(inWords(taken)).toBe("Le nom Ana est déjà pris\u00a0; choisissez-en un autre.");
});
test("given a refusal nobody translated, when the page is French, then the server's sentence is shown", async () => {
  await speak("fr");
  expect(inWords({ code: "bad_setup", message: "There are 3 seats, not 2." })).toBe(
    "There are 3 seats, not 2.",
  );
  expect(inWords({ ...taken, key: "refusal.unheard_of" })).toBe(taken.message);
});
test("given a move that came too late, when the page is English, then no number of an action or a ply is read", async () => {
  await speak("en");
  const late = {
    code: "illegal",
    message: "Action 305 is not legal for seat 0 now.",
    key: "refusal.illegal",
  };
  expect(inWords(late)).toBe("This is not possible now.");
});
test("given computers called by their colours, as in a puzzle, then none of them has a number", async () => {
  await speak("en");
  const seats = ["Scarlet", "Ivory"].map((name, seat) => ({ seat, kind: "bot" as const, name, level: null }));
  expect(seats.map((_, seat) => seatName(seats, seat))).toEqual(["Scarlet", "Ivory"]);
});
