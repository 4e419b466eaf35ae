import { beforeEach, expect, test } from "vitest";
import { speak } from "../src/i18n.svelte";
import type { Room } from "../src/net/wire";
import { seatNames } from "../src/table/sitting.svelte";

const bot = (seat: number, level: string) => ({ seat, kind: "bot", name: level, level, person: null, connected: true });
const person = (seat: number, name: string | null) => ({ seat, kind: name ? "person" : "open", name, level: null, person: null, connected: true });
const room = (...seats: object[]): Room => ({ seats }) as unknown as Room;

beforeEach(() => speak("en"));

test("given two opponents of one level, when they are named, then numbers tell them apart", () => {
  expect(seatNames(room(person(0, "Ana"), bot(1, "Guide"), bot(2, "Guide"), bot(3, "Legend")))).toEqual(["Ana", "Guide 1", "Guide 2", "Legend"]);
});
test("given another language, when the computer is named, then its level is said in that language", async () => {
  await speak("pt");
  expect(seatNames(room(bot(0, "Guide"), person(1, "Guide")))).toEqual(["Guia", "Guide"]);
});
test("given an open seat, when it is named, then it has its number", () => {
  expect(seatNames(room(person(0, null), person(1, "Rui")))).toEqual(["Player 1", "Rui"]);
});
