import { flushSync } from "svelte";
import { expect, test, vi } from "vitest";
import type { Frame, Outline } from "../src/net/types";
import { Film, journalAt, PIECE, turnStarts, type Eyes } from "../src/replay/film.svelte";

/** A hundred actions; every tenth begins a turn. */
const outline: Outline = {
  room: "ABCDEF",
  plies: 100,
  steps: Array.from({ length: 100 }, (_, i) => ({
    ply: i + 1,
    seat: 0,
    text: `step ${i + 1}`,
    since: i,
    events: [{ ply: i, key: (i + 1) % 10 ? "eldorado.step" : "eldorado.turn" }],
  })),
};
const frame = (ply: number): Frame => ({
  ply,
  seat: 0,
  action: null,
  text: null,
  view: { ply },
  since: ply,
  events: [],
  position: null,
});

function projector(
  frames = async (_: Eyes, first: number, count: number): Promise<Frame[]> =>
    Array.from({ length: Math.min(count, 101 - first) }, (_x, i) => frame(first + i)),
) {
  const asked = vi.fn(frames);
  const film = new Film({ outline: async () => outline, frames: asked });
  film.turnEvent = "eldorado.turn";
  return { film, asked };
}

test("given an outline, when turns are sought, then each begins where its event stands and the end is none", () => {
  expect(turnStarts(outline, "eldorado.turn")).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90]);
});

test("given an open phase told again with every step, when the journal is made, then nothing stands twice", () => {
  const told: Outline = {
    room: "ABCDEF",
    plies: 3,
    steps: [
      { ply: 1, seat: 0, text: "", since: 0, events: [{ ply: 0, key: "a" }] },
      {
        ply: 2,
        seat: 1,
        text: "",
        since: 0,
        events: [
          { ply: 0, key: "a" },
          { ply: 1, key: "b" },
        ],
      },
      { ply: 3, seat: 0, text: "", since: 2, events: [{ ply: 2, key: "c" }] },
    ],
  };
  expect(journalAt(told, 2).map((e) => e.key)).toEqual(["a", "b"]);
  expect(journalAt(told, 3).map((e) => e.key)).toEqual(["a", "b", "c"]);
  expect(journalAt(told, 0)).toEqual([]);
});

test("given a film, when one goes by action and by turn, then it stops where it should and not beyond its ends", async () => {
  const { film } = projector();
  await film.open("open", 15);
  expect([film.at, film.turn]).toEqual([15, 2]);
  film.next();
  expect(film.at).toBe(16);
  film.nextTurn();
  expect(film.at).toBe(20);
  film.nextTurn();
  expect(film.at).toBe(30);
  film.backTurn();
  film.backTurn();
  expect(film.at).toBe(10);
  film.end();
  expect(film.at).toBe(100);
  film.next();
  film.nextTurn();
  expect(film.at).toBe(100);
  film.backTurn();
  expect(film.at).toBe(90);
  film.first();
  film.back();
  film.backTurn();
  expect(film.at).toBe(0);
});

test("given a film, when it is wound to and fro, then every piece is fetched once for each pair of eyes", async () => {
  const { film, asked } = projector();
  await film.open("open", 0);
  for (const ply of [5, 39, 3, 45, 41, 12]) await film.show(ply);
  expect(asked.mock.calls.map((call) => call[1])).toEqual([0, PIECE]);
  await film.look(1);
  expect(asked.mock.calls.at(-1)!.slice(0, 2)).toEqual([1, 0]);
});

test("given a slow server, when the scrubber has moved on, then only the last place is shown", async () => {
  const answers: (() => void)[] = [];
  const { film } = projector(
    (_, first, count) =>
      new Promise((done) =>
        answers.push(() => done(Array.from({ length: count }, (_x, i) => frame(first + i)))),
      ),
  );
  const opening = film.open("open", 0);
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  answers[0]!();
  await opening;
  const one = film.show(50),
    two = film.show(90);
  await vi.waitFor(() => expect(answers).toHaveLength(3));
  answers[2]!();
  await two;
  answers[1]!();
  await one;
  flushSync();
  expect(film.frame!.ply).toBe(90);
});

test("given one step forward, then its events are fresh to be shown in motion; after a jump nothing is", async () => {
  const { film } = projector();
  await film.open("open", 4);
  expect(film.fresh).toBeNull();
  await film.show(5);
  expect(film.fresh).toEqual([{ ply: 4, key: "eldorado.step" }]);
  await film.show(30);
  expect(film.fresh).toBeNull();
  await film.show(29);
  expect(film.fresh).toBeNull();
});

test("given a running film, when its end comes, then it stops there; when it is run again, then it begins anew", async () => {
  vi.useFakeTimers();
  const { film } = projector();
  await film.open("open", 98);
  film.pace = "4";
  film.run();
  await vi.advanceTimersByTimeAsync(5000);
  expect([film.at, film.running]).toEqual([100, false]);
  film.run();
  expect(film.at).toBe(0);
  film.pause();
  vi.useRealTimers();
});

test("given a server that fails, when a place is asked for, then its sentence is kept and the next try asks again", async () => {
  let broken = true;
  const { film, asked } = projector(async (_, first, count) => {
    if (broken) throw new Error("The server does not answer.");
    return Array.from({ length: count }, (_x, i) => frame(first + i));
  });
  await film.open("open", 0);
  expect(film.fault).toBe("The server does not answer.");
  broken = false;
  await film.show(1);
  expect([film.fault, film.frame!.ply, asked.mock.calls.length]).toEqual([null, 1, 2]);
});
