import { flushSync } from "svelte";
import { expect, test } from "vitest";
import type { Action, Components, GameEvent, Gesture, View } from "../src/games/eldorado/model";
import { Play } from "../src/games/eldorado/play.svelte";
import type { Reach } from "../src/games/eldorado/reach";
import { wayWords } from "../src/games/eldorado/say";
import { lines } from "../src/games/eldorado/journal";
import { speak, speakOf } from "../src/i18n.svelte";
import scenes from "../demo/scenes.json";

interface Scene {
  components: Components;
  view: View;
  gestures: Gesture[];
  events: GameEvent[];
}
const all = scenes as unknown as Record<string, Scene>;

function sit(name: string): { play: Play; sent: Action[][] } {
  const sent: Action[][] = [],
    scene = all[name]!;
  const play = new Play(scene.components, {
    send: async (actions) => {
      sent.push(actions as Action[]);
    },
    undo: async () => undefined,
  });
  play.players = scene.view.seats.map((_, i) => ({ name: `P${i}`, kind: "person" }));
  play.receive(scene.view, scene.gestures, scene.events, null, true);
  flushSync();
  return { play, sent };
}

test("given a card in hand, when it is picked, then the spaces of its gestures light up with their costs", () => {
  const { play } = sit("race");
  expect(play.targets.size).toBe(0);
  play.pickCard("trailblazer", play.hand.indexOf("trailblazer"));
  expect(Object.fromEntries([...play.targets].map(([at, t]) => [at, t.cost]))).toMatchObject({
    "13,0": 1,
    "13,1": 2,
    "14,0": 2,
  });
  expect(play.gates.get(1)).toBe(3);
});

test("given a picked card, when a lit space is chosen, then exactly the gesture's actions are sent", () => {
  const { play, sent } = sit("race");
  play.pickCard("trailblazer", play.hand.indexOf("trailblazer"));
  play.pickSpace("13,0");
  expect(sent).toEqual([
    [
      { do: "play", card: "trailblazer", as: "machete", pawn: 0 },
      { do: "step", to: [13, 0] },
    ],
  ]);
  expect(play.picked).toBeNull();
});

test("given a picked card, when a dark space is chosen, then the server says why and the card stays chosen", async () => {
  const { play, sent } = sit("race");
  const asked: object[] = [];
  (play as unknown as { moves: { why: (q: object) => Promise<string> } }).moves.why = async (question) => {
    asked.push(question);
    return "nobody enters a mountain.";
  };
  play.pickCard("trailblazer", play.hand.indexOf("trailblazer"));
  play.pickSpace("0,0");
  await Promise.resolve();
  expect(sent).toEqual([]);
  expect(play.picked).toMatchObject({ card: "trailblazer" });
  expect(asked).toEqual([{ card: "trailblazer", at: "0,0" }]);
  await Promise.resolve();
  expect(play.refusal).toEqual({ at: "0,0", text: "nobody enters a mountain." });
});

test("given an action card, when it is picked, then it can be used", () => {
  const { play } = sit("race");
  play.pickCard("cartographer", play.hand.indexOf("cartographer"));
  expect(play.use).toEqual({ do: "use", card: "cartographer" });
});

test("given a market card in reach, when it is chosen, then the proposed payment buys it", () => {
  const { play, sent } = sit("race");
  play.shop("treasure_chest");
  expect(play.chosen?.total).toBe(3);
  play.buy();
  expect(sent[0]![0]).toEqual({ do: "buy", card: "treasure_chest" });
  expect(sent[0]!.slice(1).every((a) => a.do === "pay")).toBe(true);
});

test("given the end of a turn, when a card is tapped, then it is discarded", () => {
  const { play, sent } = sit("pair");
  expect(play.mode).toBe("discard");
  play.pickCard("sailor", play.hand.indexOf("sailor"));
  expect(sent).toEqual([[{ do: "discard", card: "sailor" }]]);
});

test("given events of a walk, a gift and a purchase, when the journal is written, then each is one line", async () => {
  await speak("en");
  await speakOf("games/eldorado");
  const { play } = sit("race");
  expect(lines(play, play.events).map((l) => l.text)).toEqual([
    "P1 gave 1 card for **rubble**",
    "P2 bought **Photographer**",
    "You cleared blockade **2**",
    "P1 explored a cave: **Draw a card**",
    "P2: **Explorer**, one step",
  ]);
});

test("given a refused move, when the server says why, then the sentence is shown", async () => {
  const scene = all.race!;
  const play = new Play(scene.components, {
    send: async () => {
      throw new Error("Something else happened first.");
    },
    undo: async () => undefined,
  });
  play.receive(scene.view, scene.gestures, [], null, false);
  await play.send([{ do: "end" }]);
  expect(play.fault).toBe("Something else happened first.");
  expect(play.busy).toBe(false);
});

test("given a card that walks in a circle, when it is picked, then the space under the piece stays dark unless something is found on the way", () => {
  const scene = all.race!,
    { play } = sit("race");
  const [q, r] = scene.view.seats[0]!.pawns[0]!.at as [number, number];
  const walk = scene.gestures.find((g) => g.kind === "move" && g.card === "trailblazer")!;
  const circle = { ...walk, to: [q, r], explores: [], blockades: [] } as unknown as Gesture;
  play.receive(scene.view, [...scene.gestures, circle], scene.events, null, true);
  play.pickCard("trailblazer", play.hand.indexOf("trailblazer"));
  expect(play.targets.has(`${q},${r}`)).toBe(false);
  play.receive(
    scene.view,
    [...scene.gestures, { ...circle, explores: [[11, 0]] } as unknown as Gesture],
    scene.events,
    null,
    true,
  );
  expect(play.targets.has(`${q},${r}`)).toBe(true);
});

test("given a turn that was only ended, when the journal is written, then it says so, with what was discarded", async () => {
  await speak("en");
  await speakOf("games/eldorado");
  const { play } = sit("race");
  const at = (ply: number, seat: number, key: string, more = {}): GameEvent =>
    ({ ply, seat, key: `eldorado.${key}`, ...more }) as unknown as GameEvent;
  const quiet = [at(7, 1, "turn"), at(8, 1, "end"), at(9, 1, "draw", { count: 0 })];
  const discards = [
    at(10, 0, "turn"),
    at(11, 0, "end"),
    at(12, 0, "discard", { card: "sailor" }),
    at(13, 0, "discard", { card: "explorer" }),
    at(14, 0, "draw", { count: 2 }),
  ];
  const busy = [
    at(15, 1, "turn"),
    at(16, 1, "use", { card: "compass" }),
    at(16, 1, "shuffle"),
    at(16, 1, "draw", { count: 3 }),
    at(17, 1, "end"),
    at(18, 0, "turn"),
  ];
  expect(lines(play, [...quiet, ...discards, ...busy]).map((l) => l.text)).toEqual([
    "P1 ended the turn without playing a card",
    "You played no card and discarded 2 cards",
    "P1 used **Compass** and drew 3",
  ]);
  expect(lines(play, quiet.slice(1))).toEqual([]); // nobody can say what the turn began with
  play.events = [at(1, 0, "end"), at(2, 1, "turn")];
  expect(lines(play, play.events).map((l) => l.text)).toEqual(["You ended the turn without playing a card"]);
});

test("given a card played only to clear the way, when the journal is written, then no steps are counted", async () => {
  await speak("en");
  await speakOf("games/eldorado");
  const { play } = sit("race");
  const events = [
    { ply: 0, seat: 1, key: "eldorado.play", card: "traveler" },
    { ply: 1, seat: 1, key: "eldorado.blockade", number: 4 },
  ] as GameEvent[];
  expect(lines(play, events).map((l) => l.text)).toEqual(["P1: **Traveler**", "P1 cleared blockade **4**"]);
});

test("given ways that differ only in the piece, when they are told, then nothing else is said", async () => {
  await speak("en");
  await speakOf("games/eldorado");
  const { play } = sit("race");
  const way = all.race!.gestures.find((g) => g.kind === "move" && g.card === "trailblazer") as Reach;
  const ways = [
    { ...way, pawn: 0 },
    { ...way, pawn: 1 },
  ] as Reach[];
  expect(wayWords(play, ways[1]!, ways)).toBe("second playing piece");
  const jokers = [
    { ...way, as: "machete" },
    { ...way, as: "coin" },
  ] as Reach[];
  expect(jokers.map((w) => wayWords(play, w, jokers))).toEqual(["as machete", "as coin"]);
});
