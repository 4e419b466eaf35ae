import { expect, test } from "vitest";
import { deeds, onlyWalks } from "../src/games/eldorado/review/deeds";

const short = (all: ReturnType<typeof deeds>): string[] =>
  all.map((one) =>
    [
      one.kind,
      one.by.map((p) => p.token ?? p.card).join("+"),
      one.got && `> ${one.got}`,
      one.out.length && `- ${one.out.join("+")}`,
      one.laid.length && `~ ${one.laid.join("+")}`,
      one.steps && `${one.steps} steps`,
      one.blockades.length && `#${one.blockades.join("#")}`,
    ]
      .filter(Boolean)
      .join(" "),
  );

test("given a turn with a walk, an effect, a removal and a purchase, then each is a deed with its own cards", () => {
  const all = deeds(
    [
      { do: "use", card: "scientist" },
      { do: "remove", card: "traveler" },
      { do: "done" },
      { do: "play", card: "scout", as: "machete", pawn: 0 },
      { do: "step", to: [1, 0] },
      { do: "step", blockade: 3 },
      { do: "step", to: [2, 0] },
      { do: "buy", card: "pioneer" },
      { do: "pay", card: "photographer" },
      { do: "use", token: "change_symbol" },
      { do: "pay", card: "sailor" },
      { do: "pay", token: "coin_1" },
      { do: "end" },
      { do: "discard", card: "explorer" },
      { do: "done" },
    ],
    { kept: ["compass"] },
    true,
  );
  expect(short(all)).toEqual([
    "use scientist - traveler",
    "walk scout 2 steps #3",
    "buy photographer+change_symbol+sailor+coin_1 > pioneer",
    "discard explorer",
    "keep compass",
  ]);
  expect(onlyWalks(all)).toBe(false);
});

test("given what is taken free, laid down or given up, then it stands with what brought it about", () => {
  expect(
    short(
      deeds([
        { do: "use", card: "transmitter" },
        { do: "take", card: "native" },
        { do: "use", token: "replace_hand" },
        { do: "put", card: "sailor" },
        { do: "put", card: "traveler" },
        { do: "done" },
        { do: "enter", pawn: 0, to: [4, -2] },
        { do: "give", card: "traveler" },
        { do: "enter", pawn: 0, blockade: 6 },
        { do: "give", card: "explorer" },
      ]),
    ),
  ).toEqual([
    "use transmitter > native",
    "use replace_hand ~ sailor+traveler",
    "give traveler 1 steps",
    "give explorer #6",
  ]);
});

test("given a turn looked at from its middle, then what goes on needs no beginning", () => {
  expect(short(deeds([{ do: "step", to: [1, 0] }, { do: "stop" }]))).toEqual([
    "walk  1 steps".replace("  ", " "),
  ]);
  expect(onlyWalks(deeds([{ do: "step", to: [1, 0] }]))).toBe(true);
});

test("given cards left over after a purchase, then they are told only where they are the point", () => {
  const turn = [
    { do: "buy", card: "scout" },
    { do: "pay", card: "traveler" },
    { do: "end" },
    { do: "discard", card: "sailor" },
    { do: "done" },
  ];
  expect(short(deeds(turn, { kept: ["compass"] }))).toEqual(["buy traveler > scout"]);
  expect(short(deeds(turn, { kept: ["compass"] }, true))).toEqual([
    "buy traveler > scout",
    "discard sailor",
    "keep compass",
  ]);
});

test("given a turn that plays nothing, then that is its picture, with the cards that stay", () => {
  expect(short(deeds([{ do: "end" }, { do: "done" }], { kept: ["sailor", "scout"] }))).toEqual([
    "rest sailor+scout",
  ]);
  expect(short(deeds([{ do: "end" }], {}))).toEqual(["rest"]);
  expect(deeds([])).toEqual([]);
});
