import { flushSync } from "svelte";
import { afterEach, expect, test, vi } from "vitest";
import { oriented, outline, shapeKey } from "../src/games/silvergold/geometry";
import type { Action, Cell, Components, GameEvent, MarkGesture, View } from "../src/games/silvergold/model";
import { lines } from "../src/games/silvergold/journal";
import { Play } from "../src/games/silvergold/play.svelte";
import { change } from "../src/settings.svelte";

const L: Cell[] = [
  [0, 0],
  [1, 0],
  [2, 0],
  [2, 1],
];
const components = {
  maps: [{ id: "grey-01", colour: "grey", points: 8, seal: null, grid: ["####", "####", "####"] }],
  patterns: [{ id: "L4", grid: ["#.", "#.", "##"], orientations: [] }],
  expedition: [],
  colours: [],
  score_sheet: {
    coin_rows: 3,
    coins_per_row: 4,
    palms: 4,
    rounds: 4,
    flips_per_round: 7,
    trophies: [6],
    tie_break: [],
    kept: 2,
  },
} as unknown as Components;

function mark(cells: Cell[], map = 0): MarkGesture {
  return {
    kind: "mark",
    map,
    cells,
    pattern: cells.length > 1,
    symbols: { cross: 0, coin: 0, palm: 0 },
    brings: { extra: 0, coins: 0, palms: [], row: false, completes: false },
    owed: 0,
    actions: [{ do: "mark", map, cells }],
  };
}
function sit(gestures: MarkGesture[]): { play: Play; sent: Action[][] } {
  const sent: Action[][] = [];
  const play = new Play(components, {
    send: async (actions) => {
      sent.push(actions as Action[]);
    },
    undo: async () => undefined,
  });
  const seat = {
    maps: [
      { card: "grey-01", marked: [] },
      { card: "grey-01", marked: [] },
    ],
    dealt: [],
    dealt_count: 0,
    completed: [],
    coins: 0,
    trophies: [],
    palms: [],
    owed: { pattern: true, extra: 0, rows: 0, maps: 0 },
    resigned: false,
    score: { total: 0 },
  };
  const view = {
    seat: 0,
    actor: 0,
    actors: [0],
    over: false,
    ranking: null,
    turn: { round: 1, flip: 1, start: 0, phase: "mark", pattern: "L4", left_count: 7 },
    seats: [seat],
    display: [],
    deck_count: 0,
    trophies: [6],
    palm_value: 1,
  } as unknown as View;
  play.receive(view, gestures, [], [0], false);
  flushSync();
  return { play, sent };
}

test("given the L, when it is turned four times or mirrored twice, then it is itself again, and there are eight ways to hold it", () => {
  const ways = [0, 1, 2, 3].flatMap((turns) => [false, true].map((m) => shapeKey(oriented(L, turns, m))));
  expect(new Set(ways).size).toBe(8);
  expect(oriented(L, 4, false)).toEqual(L);
});

test("given an island with a lake, when its coast is drawn, then there are two closed paths", () => {
  const ring: Cell[] = [0, 1, 2]
    .flatMap((r) => [0, 1, 2].map((c): Cell => [r, c]))
    .filter(([r, c]) => r !== 1 || c !== 1);
  expect(outline(ring).match(/z/g)).toHaveLength(2);
});

test("given a legal placement, when the pointer is near it, then the piece snaps there and not elsewhere", () => {
  const { play } = sit([mark(L)]);
  play.hover({ map: 0, x: 1.3, y: 1.8 });
  expect(play.aim?.cells).toEqual(L);
  play.hover({ map: 0, x: 3.5, y: 1.5 });
  expect(play.aim).toBeNull();
  expect(play.ghost).not.toBeNull();
});

test("given a placement in another direction, when its field is picked, then the piece turns by itself and exactly its action is sent", () => {
  const turned: Cell[] = [
    [0, 1],
    [0, 2],
    [0, 3],
    [1, 1],
  ];
  const { play, sent } = sit([mark(turned)]);
  expect(play.pick(0, [0, 3])).toBe(true);
  expect(shapeKey(play.held)).toBe(shapeKey(turned));
  play.mark();
  expect(sent).toEqual([[{ do: "mark", map: 0, cells: turned }]]);
});

test("given a dark field, when it is picked, then nothing is laid", () => {
  const { play } = sit([mark(L)]);
  expect(play.pick(1, [0, 0])).toBe(false);
  expect(play.pinned).toBeNull();
});

test("given no placement of the pattern, then one field is marked without asking for it", () => {
  const { play } = sit([mark([[1, 1]])]);
  expect(play.one).toBe(true);
  expect([...play.glow[0]!]).toEqual(["1,1"]);
});

test("given a laid piece, when it is turned, then it goes on to the next way that fits there", () => {
  const other: Cell[] = [
    [0, 0],
    [0, 1],
    [0, 2],
    [1, 0],
  ];
  const { play } = sit([mark(L), mark(other)]);
  play.pick(0, [2, 1]);
  play.turn();
  expect(play.pinned?.cells).toEqual(other);
});

test("given marks of earlier turns, then the journal leaves them out, for they would tell the patterns of the round", () => {
  const { play } = sit([mark(L)]);
  const at = (ply: number, key: string) =>
    ({ ply, seat: 0, key: `silvergold.${key}`, cells: [[0, 0]], map: 0 }) as unknown as GameEvent;
  const told = lines(play, [at(0, "reveal"), at(1, "mark"), at(2, "reveal"), at(3, "mark"), at(4, "reveal")]);
  expect(told.map((l) => l.id)).toEqual(["3.3"]);
});

/** Another seat marks and earns a palm, completes nothing; then the next card is turned. */
function othersMark(play: Play): { view: View; fresh: GameEvent[] } {
  const cells: Cell[] = [
    [0, 0],
    [0, 1],
  ];
  const before = play.view;
  const other = {
    ...before.seats[1]!,
    maps: [{ card: "grey-01", marked: cells }, before.seats[1]!.maps[1]!],
    palms: [3],
    score: { ...before.seats[1]!.score, palms: 3, total: 3 },
  };
  const turn = { ...before.turn, flip: before.turn.flip + 1 };
  const view = { ...before, turn, seats: [before.seats[0]!, other] } as View;
  const fresh = [
    { ply: 7, seat: 1, key: "silvergold.mark", map: 0, on: "grey-01", cells },
    { ply: 7, seat: 1, key: "silvergold.palm", points: 3 },
    { ply: 7, seat: 0, key: "silvergold.reveal", round: 1, flip: turn.flip, pattern: "L4" },
  ] as unknown as GameEvent[];
  play.receive(view, [mark(L)], fresh, [0], false, fresh);
  return { view, fresh };
}
function sitWithTwo(): Play {
  const { play } = sit([mark(L)]);
  const two = { ...play.view, seats: [play.view.seats[0]!, play.view.seats[0]!] } as View;
  play.receive(two, [mark(L)], [], [0, 1], false);
  return play;
}
afterEach(() => {
  vi.useRealTimers();
  change({ speed: "off" });
});

test("given somebody else's marks, when they are shown, then fields, points and the next card come in turn", async () => {
  vi.useFakeTimers();
  change({ speed: "normal" });
  const play = sitWithTwo();
  const { view } = othersMark(play);
  expect([play.walking, play.mode, play.view.turn.flip]).toEqual([true, "wait", 1]);
  expect(play.view.seats[1]!.maps[0]!.marked).toHaveLength(2);
  expect([play.view.seats[1]!.palms, play.view.seats[1]!.score.total, play.events.length]).toEqual([
    [],
    0,
    1,
  ]);
  await vi.advanceTimersByTimeAsync(400);
  expect([play.view.seats[1]!.palms, play.view.seats[1]!.score.total]).toEqual([[3], 3]);
  await vi.advanceTimersByTimeAsync(400);
  expect([play.walking, play.mode, play.view]).toEqual([false, "mark", view]);
});

test("given somebody else's marks, when I skip, then everything has happened at once", () => {
  vi.useFakeTimers();
  change({ speed: "normal" });
  const play = sitWithTwo();
  const { view, fresh } = othersMark(play);
  play.skip();
  expect([play.walking, play.view, play.events]).toEqual([false, view, fresh]);
});
