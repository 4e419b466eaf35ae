/**
 * Events as journal lines. Marks are told for the last turn only: older ones would give away the patterns of
 * the round (SG-REV-03).
 */
import { list, t } from "../../i18n.svelte";
import type { Cell, GameEvent } from "./model";
import type { Play } from "./play.svelte";
import { cellName, mapName } from "./say";

export interface Line {
  id: string;
  seat: number;
  text: string;
}
const TOLD = new Set([
  "keep",
  "mark",
  "take",
  "coins",
  "palm",
  "trophy",
  "complete",
  "refill",
  "round",
  "over",
  "resign",
]);

/** `self`: who is called "you"; nobody where it is null. */
export function lines(play: Play, events: GameEvent[], self: number | null = play.self): Line[] {
  const reveals = events.flatMap((e, i) => (e.key === "silvergold.reveal" ? [i] : []));
  const recent = reveals.at(-2) ?? -1;
  return events.flatMap((e, i): Line[] => {
    const kind = e.key.replace(/^silvergold\./, "");
    if (kind === "mark" && i < recent) return [];
    return TOLD.has(kind) ? [{ id: `${e.ply}.${i}`, seat: e.seat, text: told(play, e, kind, self) }] : [];
  });
}

function told(play: Play, e: GameEvent, kind: string, self: number | null): string {
  const cells = (e.cells as Cell[] | undefined) ?? [];
  const params = {
    you: e.seat === self ? "yes" : "no",
    who: e.seat >= 0 ? play.name(e.seat) : "",
    map: e.card ? mapName(e.card as string) : "",
    number: Number(e.map ?? 0) + 1,
    cells: cells.map(cellName).join(" "),
    count: cells.length || Number(e.count ?? 0),
    total: Number(e.total ?? 0),
    points: Number(e.points ?? 0),
    round: Number(e.round ?? 0),
  };
  switch (kind) {
    case "keep":
      return t("silvergold.event.keep", params);
    case "mark":
      return t("silvergold.event.mark", params);
    case "take":
      return e.source === "deck"
        ? t("silvergold.event.take.deck", params)
        : t("silvergold.event.take.map", params);
    case "coins":
      return t("silvergold.event.coins", params);
    case "palm":
      return t("silvergold.event.palm", params);
    case "trophy":
      return t("silvergold.event.trophy", params);
    case "complete":
      return t("silvergold.event.complete", params);
    case "refill":
      return t("silvergold.event.refill", { maps: list((e.cards as string[]).map(mapName)) });
    case "round":
      return t("silvergold.event.round", params);
    case "resign":
      return t("silvergold.event.resign", params);
    default: {
      const first = (e.ranking as number[]).flatMap((place, seat) => (place === 1 ? [play.name(seat)] : []));
      return t("silvergold.event.over", { count: first.length, winners: list(first) });
    }
  }
}
