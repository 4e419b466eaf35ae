import { expect, test } from "vitest";
import { Coach } from "../src/learn/coach.svelte";
import { fits, judge, type Action, type Chapter, type DoStep } from "../src/learn/lesson";
import { selectors, targets } from "../src/learn/point";
import type { Table } from "../src/net/types";
import eldorado from "../src/games/eldorado/learn/lesson.json";

const step: DoStep = {
  id: "scout",
  kind: "do",
  point: [],
  allow: [
    { do: "play", card: "scout" },
    { do: "step", to: [0, 0] },
  ],
  done: { key: "step", to: [0, 0] },
  solution: [
    { do: "play", card: "scout", pawn: 0 },
    { do: "step", to: [0, 0] },
  ],
  instead: [
    { when: { do: "play", card: "explorer" }, say: "explorer", try: [] },
    { when: { do: "step" }, say: "elsewhere", try: [] },
  ],
};
const chapter: Chapter = {
  id: "walk",
  position: { setup: {}, seats: [{}, {}] },
  steps: [
    { id: "welcome", kind: "read" },
    step,
    { id: "others", kind: "others", turns: [{ seat: 1, actions: [{ do: "end" }] }] },
    {
      ...step,
      id: "again",
      done: { key: "step", to: [5, 5] },
      allow: [{ do: "step", to: [5, 5] }],
      solution: [{ do: "step", to: [5, 5] }],
      instead: [],
    },
  ],
};

/** A table that remembers what was played and can take it back unless something was seen. */
function school() {
  const log: string[] = [];
  class Room {
    events: Table["events"] = [];
    guide: ((actions: Action[], send: () => Promise<void>) => Promise<void>) | null = null;
    secrets = false;
    get table() {
      return { line: this.events.length, can_undo: !this.secrets } as never;
    }
    play(actions: object[]): void {
      for (const a of actions)
        this.events.push({ ply: this.events.length, key: (a as Action).do, ...a } as never);
    }
    async send(actions: object[]): Promise<void> {
      const go = async (): Promise<void> => this.play(actions);
      await (this.guide ? this.guide(actions as Action[], go) : go());
    }
    async undo(): Promise<void> {
      log.push("undo");
      this.events.pop();
    }
    async act(seat: number, actions: Action[]): Promise<void> {
      log.push(`seat ${seat}`);
      this.play(actions);
    }
    async end(): Promise<void> {
      log.push("end");
    }
  }
  return {
    log,
    Room,
    open: async (): Promise<Room> => {
      log.push("open");
      return new Room();
    },
    pause: async (): Promise<void> => undefined,
  };
}

test("given patterns, when a thing is compared, then only what they name must agree, lists included", () => {
  expect(fits({ do: "step", to: [0, 0] }, { do: "step", to: [0, 0], pawn: 1 })).toBe(true);
  expect(fits({ to: [0, 0] }, { to: [0, 1] })).toBe(false);
});

test("given a step, when moves are judged, then those on the way pass and others get their own sentence", () => {
  expect(judge(step, step.solution)).toBeNull();
  expect(
    judge(step, [
      { do: "play", card: "scout" },
      { do: "step", to: [9, 9] },
    ]),
  ).toBe("elsewhere");
  expect(
    judge(step, [
      { do: "play", card: "explorer" },
      { do: "step", to: [9, 9] },
    ]),
  ).toBe("explorer");
  expect(judge(step, [{ do: "end" }])).toBe("other");
});

test("given a chapter, when the right moves are made, then praise, the others' turn and the end follow", async () => {
  const s = school(),
    coach = new Coach(chapter, s);
  await coach.begin();
  await coach.room!.send([{ do: "end" }]);
  expect([coach.wrong, coach.room!.events.length]).toEqual(["read", 0]);
  coach.next();
  await coach.room!.send([{ do: "play", card: "scout" }]);
  expect([coach.index, coach.wrong]).toEqual([1, null]);
  await coach.room!.send([{ do: "step", to: [0, 0] }]);
  expect(s.log).toEqual(["open", "seat 1"]);
  expect([coach.index, coach.praise?.id]).toEqual([3, "scout"]);
  await coach.room!.send([{ do: "step", to: [5, 5] }]);
  expect(coach.over).toBe(true);
});

test("given a wrong move that can be taken back, then it is explained and undone, and what was right stays", async () => {
  const s = school(),
    coach = new Coach(chapter, s);
  await coach.begin();
  coach.next();
  await coach.room!.send([{ do: "play", card: "scout" }]);
  await coach.room!.send([{ do: "step", to: [7, 7] }]);
  expect([coach.wrong, coach.index, coach.busy]).toEqual(["elsewhere", 1, false]);
  expect(coach.room!.events.map((e) => e.key)).toEqual(["play"]);
});

test("given a wrong move that revealed something, then the table is set up anew and played to the same step", async () => {
  const s = school(),
    coach = new Coach(chapter, s);
  await coach.begin();
  coach.next();
  await coach.room!.send(step.solution);
  const before = coach.room!;
  before.secrets = true;
  await before.send([{ do: "draw" }]);
  expect(coach.room).not.toBe(before);
  expect(s.log).toEqual(["open", "seat 1", "open", "seat 0", "seat 1", "end"]);
  expect([coach.index, coach.wrong, coach.room!.events.length]).toEqual([3, "other", 3]);
  await coach.room!.send([{ do: "step", to: [5, 5] }]);
  expect(coach.over).toBe(true);
});

test("given the things lessons point at, then each has its place on the page and the last one in sight wins", () => {
  for (const c of eldorado.chapters)
    for (const s of c.steps)
      for (const thing of s.point ?? [])
        expect(() => document.querySelectorAll(selectors(thing).join(","))).not.toThrow();
  document.body.innerHTML =
    '<button data-card="scout"><div class="card"></div></button>' +
    '<svg><use class="hit" data-t="0,0"></use></svg>';
  const card = document.querySelector<HTMLElement>(".card")!,
    space = document.querySelector<SVGElement>("use")!;
  card.getBoundingClientRect = () => new DOMRect(10, 10, 80, 120);
  space.getBoundingClientRect = () => new DOMRect(200, 10, 40, 40);
  expect(targets(["card:scout", "space:0,0"]).map((b) => b.x)).toEqual([10]);
  space.classList.add("aim");
  expect(targets(["card:scout", "space:0,0"]).map((b) => b.x)).toEqual([200]);
  expect(targets(["card:captain"])).toEqual([]);
});
