/** The words for what the table shows: maps, fields, what a piece would bring, what is to do. */
import { list, t, word } from "../../i18n.svelte";
import { at } from "./geometry";
import type { Cell, MarkGesture, SeatView } from "./model";
import type { Play } from "./play.svelte";

export function mapName(card: string): string {
  const [colour, number] = card.split("-");
  return t("silvergold.words.map", { colour: word(`silvergold.colour.${colour}`), number: Number(number) });
}
/** A field as on a chess board, counted from the top: row 1, column 0 is A2. */
export const cellName = (c: Cell): string => `${"ABCD"[c[1]]}${c[0] + 1}`;
export const patternName = (id: string | null): string => (id ? word(`silvergold.pattern.${id}`) : "");

export function mapWords(play: Play, card: string, marked: Cell[] = []): string {
  const info = play.maps.get(card)!;
  const fields = info.grid.join("").replaceAll(".", "").length;
  const parts = [mapName(card), t("silvergold.words.points", { count: info.points })];
  if (info.seal)
    parts.push(t("sg.seal", { colour: word(`silvergold.colour.${info.seal.colour}`), n: info.seal.points }));
  for (const [sign, name] of [
    ["X", "cross"],
    ["C", "coin"],
    ["P", "palm"],
  ] as const) {
    const n = info.grid.join("").split(sign).length - 1;
    if (n) parts.push(t("sg.signs", { n, sign: word(`silvergold.symbol.${name}`) }));
  }
  parts.push(
    marked.length ? t("sg.fieldsLeft", { n: fields - marked.length }) : t("sg.fields", { n: fields }),
  );
  return parts.join(", ");
}

export function fieldWords(play: Play, map: number, cell: Cell, sign: string): string {
  const parts = [cellName(cell)];
  const brings = play.alone.get(`${map}:${at(cell)}`);
  const name = { X: "cross", C: "coin", P: "palm" }[sign];
  if (name) parts.push(word(`silvergold.symbol.${name}`));
  const state = play.view.seats[play.seat ?? 0]!.maps[map];
  if (state?.marked.some((c) => at(c) === at(cell))) parts.push(t("sg.isMarked"));
  else if (sign === "P" && brings?.palms[0])
    parts.push(t("silvergold.words.points", { count: brings.palms[0] }));
  if (play.covers(map, cell)) parts.push(t("sg.inPiece"));
  else if (play.glow[map]?.has(at(cell))) parts.push(play.one ? t("sg.canMark") : t("sg.canCover"));
  return parts.join(", ");
}

const left = (play: Play, g: MarkGesture): number => {
  const state = play.me!.maps[g.map]!,
    fields = play.maps.get(state.card)!.grid.join("").replaceAll(".", "").length;
  return fields - state.marked.length - g.cells.length;
};

/** One's own map in a few words: its colour, and its number only where both have that colour. */
function ownMap(play: Play, map: number): string {
  const colours = play.me!.maps.map((m) => m?.card.split("-")[0]),
    colour = colours[map]!;
  return colours.filter((c) => c === colour).length > 1
    ? mapName(play.me!.maps[map]!.card)
    : t("sg.map", { colour: word(`silvergold.colour.${colour}`) });
}

/** What the piece would do, as sentences; **bold** marks the thing itself. */
export function pieceWords(play: Play, g: MarkGesture, short = false): string {
  const state = play.me!.maps[g.map]!,
    rest = left(play, g),
    b = g.brings;
  const params = { n: g.cells.length, map: ownMap(play, g.map), rest };
  const parts = [
    b.completes
      ? t("sg.piece.completes", { ...params, points: play.maps.get(state.card)!.points })
      : short
        ? t("sg.piece.short", params)
        : t("sg.piece", params),
  ];
  if (b.extra) parts.push(t("sg.piece.extra", { n: b.extra }));
  const row = play.components.score_sheet.coins_per_row;
  if (b.row)
    parts.push(
      play.view.trophies.length
        ? t("sg.piece.row", { trophy: play.view.trophies[0]! })
        : t("sg.piece.rowOnly", {}),
    );
  else if (b.coins)
    parts.push(t("sg.piece.coins", { n: b.coins, have: (play.me!.coins + b.coins) % row || row, row }));
  if (b.palms.length) parts.push(t("sg.piece.palms", { n: b.palms.reduce((sum, p) => sum + p, 0) }));
  return parts.join(" ");
}
export const pieceIcon = (g: MarkGesture | null): string =>
  !g
    ? "pen"
    : g.brings.extra
      ? "cross"
      : g.brings.row
        ? "trophy"
        : g.brings.palms.length
          ? "palm"
          : g.brings.coins
            ? "sg-coin"
            : g.brings.completes
              ? "check"
              : "pen";

export function hint(play: Play, short = false): string {
  const waiting = play.actors.filter((s) => s !== play.self).map((s) => play.name(s));
  if (play.fault) return play.fault;
  if (play.refusal) return `**${t("no.because")}** ${play.refusal.text}`;
  if (play.isDone) return t("puzzle.over");
  switch (play.mode) {
    case "over":
      return t("sg.hint.over");
    case "watch":
      if (play.isReplay && play.view.turn.phase !== "replace")
        return play.view.turn.pattern
          ? t("sg.hint.replay", { pattern: patternName(play.view.turn.pattern) })
          : t("sg.choose.watching");
      return play.isReplay
        ? t("sg.hint.taking", { name: play.name(play.view.actor) })
        : waiting.length
          ? t("sg.hint.watch", { names: list(waiting) })
          : t("sg.hint.watching");
    case "wait":
      return play.view.turn.phase === "replace"
        ? t("sg.hint.taking", { name: play.name(play.view.actor) })
        : waiting.length
          ? t("sg.hint.wait", { names: list(waiting), n: waiting.length })
          : t("sg.hint.moment");
    case "keep":
      return t("silvergold.words.choose");
    case "take":
      return t("sg.hint.take");
  }
  if (play.piece) return pieceWords(play, play.piece, short);
  if (play.mode === "extra") return t("sg.hint.extra", { n: play.me!.owed.extra });
  if (!play.fitsSomewhere) return t("sg.hint.noFit");
  if (play.one) return t("sg.hint.one");
  return short
    ? t("sg.hint.placeShort")
    : t("sg.hint.place", { pattern: patternName(play.view.turn.pattern) });
}

export function standing(
  play: Play,
  seat: number,
): { text: string; kind: "todo" | "due" | "done" | "think" } {
  const owing = play.owing(seat),
    phase = play.view.turn.phase;
  if (play.view.seats[seat]!.resigned) return { text: t("result.resigned"), kind: "done" };
  if (play.view.over)
    return {
      text: t("silvergold.words.points", { count: play.view.seats[seat]!.score.total }),
      kind: "done",
    };
  if (owing && seat === play.self)
    return { text: phase === "mark" ? t("sg.toMark") : t("sg.toChoose"), kind: "todo" };
  if (owing && play.isReplay)
    return { text: phase === "mark" ? t("sg.toMark") : t("sg.toChoose"), kind: "due" };
  if (owing && play.players[seat]?.here === false) return { text: t("wait.away"), kind: "think" };
  if (owing)
    return { text: phase === "replace" ? t("sg.choosing") : t("silvergold.words.thinking"), kind: "think" };
  return { text: phase === "mark" ? t("silvergold.words.marked") : t("sg.ready"), kind: "done" };
}

/** Completed maps of one colour. */
export const doneOf = (play: Play, seat: SeatView, colour: string): number =>
  seat.completed.filter((c) => play.maps.get(c)?.colour === colour).length;
