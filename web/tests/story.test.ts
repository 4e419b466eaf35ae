import { beforeEach, expect, test, vi } from "vitest";
import scenes from "../demo/scenes.json";
import { advance } from "../src/games/eldorado/advance";
import { commands } from "../src/games/eldorado/commands";
import type { Action, Components, Gesture, GameEvent, View } from "../src/games/eldorado/model";
import { Play } from "../src/games/eldorado/play.svelte";
import { change } from "../src/settings.svelte";

interface Scene {
  components: Components;
  view: View;
  gestures: Gesture[];
  events: GameEvent[];
}
const race = (scenes as unknown as Record<string, Scene>).race!;
const sent: Action[][] = [];

beforeEach(() => {
  change({ speed: "normal" });
  vi.useFakeTimers();
  sent.length = 0;
});

function sit(): Play {
  const play = new Play(race.components, {
    send: async (actions) => void sent.push(actions as Action[]),
    undo: async () => undefined,
  });
  play.receive(race.view, race.gestures, race.events, null, true);
  return play;
}
/** Seat 1 clears a blockade and walks on; then it is my turn again. */
function othersTurn(play: Play): { view: View; fresh: GameEvent[] } {
  const from = race.view.seats[1]!.pawns[0]!.at as [number, number],
    to: [number, number] = [from[0] + 1, from[1]];
  const number = race.view.blockades[0]!.number;
  const fresh: GameEvent[] = [
    { ply: 900, seat: 1, key: "eldorado.play", card: "explorer", pawn: 0 },
    { ply: 901, seat: 1, key: "eldorado.blockade", number, pawn: 0 },
    { ply: 902, seat: 1, key: "eldorado.step", from, to, pawn: 0 },
    { ply: 903, seat: 0, key: "eldorado.turn", round: 10 },
  ];
  const view = fresh.reduce(advance, race.view);
  play.receive(view, race.gestures, [...race.events, ...fresh], fresh, false);
  return { view, fresh };
}

test("given somebody else's turn, when it is shown, then journal, blockades and distances change with the walk", async () => {
  const play = sit(),
    before = play.togo(1),
    standing = play.view.blockades.length;
  othersTurn(play);
  expect(play.events.at(-1)!.key).toBe("eldorado.play");
  expect([play.view.blockades.length, play.togo(1)]).toEqual([standing, before]);
  await vi.advanceTimersByTimeAsync(450);
  expect(play.view.blockades.length).toBe(standing - 1);
  await vi.advanceTimersByTimeAsync(2000);
  expect(play.events.at(-1)!.key).toBe("eldorado.turn");
  expect(play.togo(1)).not.toBe(before);
  expect(play.walking).toBe(false);
});

test("given somebody else's turn in motion, when it is skipped, then all of it has happened at once", () => {
  const play = sit();
  const { view, fresh } = othersTurn(play);
  expect(play.walking).toBe(true);
  play.skip();
  expect(play.walking).toBe(false);
  expect(play.view).toBe(view);
  expect(play.events.length).toBe(race.events.length + fresh.length);
});

test("given what I do myself, when it is answered, then the table is as the server says at once", () => {
  const play = sit();
  const step: GameEvent = { ply: 900, seat: 0, key: "eldorado.step", from: [12, 0], to: [13, 0], pawn: 0 };
  const view = { ...race.view, ply: 901 };
  play.receive(view, [], [...race.events, step], [step], true);
  expect(play.view).toBe(view);
  expect(play.events.at(-1)).toBe(step);
});

test("given my purchase still in motion, when I have ended my turn, then its button is gone before the next table is seen", async () => {
  let answered = (): void => undefined;
  const play = new Play(race.components, {
    send: (actions) => {
      sent.push(actions as Action[]);
      return new Promise((done) => (answered = done));
    },
    undo: async () => undefined,
  });
  play.receive(race.view, race.gestures, race.events, null, true);
  const bought: GameEvent = { ply: 900, seat: 0, key: "eldorado.bought", card: "scout", left: 2 };
  play.receive(race.view, race.gestures, [...race.events, bought], [bought], true);
  expect(play.walking).toBe(true);
  commands(play).primary!.run();
  const turn: GameEvent = { ply: 901, seat: 1, key: "eldorado.turn", round: 9 };
  const others = { ...race.view, actor: 1 };
  play.receive(others, [], [...race.events, bought, turn], [turn], false);
  answered();
  await vi.advanceTimersByTimeAsync(0);
  expect(play.mode).toBe("watch");
  commands(play).primary?.run();
  expect(sent).toEqual([[{ do: "end" }]]);
});

test("given my last card in the discard phase, when it is tapped, then only the button lets it go", () => {
  const play = sit();
  const view: View = {
    ...race.view,
    turn: { ...race.view.turn, phase: "discard" },
    seats: race.view.seats.map((s, i) => (i === 0 ? { ...s, hand: ["sailor"], hand_count: 1 } : s)),
  };
  const gestures: Gesture[] = [
    { kind: "act", actions: [{ do: "discard", card: "sailor" }] },
    { kind: "act", actions: [{ do: "done" }] },
  ];
  play.receive(view, gestures, race.events, null, true);
  play.pickCard("sailor", 0);
  expect(sent).toEqual([]);
  expect(play.parting).toBe(true);
  play.pickCard("sailor", 0);
  expect(play.parting).toBe(false);
  play.pickCard("sailor", 0);
  commands(play).primary!.run();
  expect(sent).toEqual([[{ do: "discard", card: "sailor" }]]);
});
