/** Facts and stars in words. */
import { has, list, number, t, word } from "../i18n.svelte";
import { seatName } from "../net/names";
import type { RoomSummary } from "../net/types";

/** "12 rounds", "84 points". */
export const factText = (fact: string, value: number | null | undefined): string =>
  value === null || value === undefined
    ? t(`journey.not.${fact}`)
    : has(`journey.fact.${fact}`)
      ? t(`journey.fact.${fact}`, { n: value })
      : `${number(value)} ${word(fact)}`;

interface Condition {
  fact: string;
  at_most?: number | null;
  at_least?: number | null;
}
/** The task of a star: title and what belongs to it. */
export function starText(all: Condition[], guide: number): [string, string] {
  const own = all.find((c) => c.fact !== "place") ?? all[0]!;
  const n = own.at_most ?? own.at_least ?? 0;
  const key = `journey.star.${own.fact}.${own.at_least === null || own.at_least === undefined ? "most" : "least"}`;
  const also =
    all.length > 1
      ? t("journey.star.alsoFirst")
      : own.fact === "place"
        ? t("journey.star.guides")
        : t("journey.star.guide", { n: number(Math.round(guide)) });
  return [t(key, { n }), also];
}

/** Who plays: those I play with or, where several seats of one device are mine, everybody. */
export function company(r: RoomSummary): string {
  const shared = r.yours.length > 1;
  const shown = r.seats.filter((s) => shared || !r.yours.includes(s.seat));
  const names = list(shown.map((s) => seatName(r.seats, s.seat)));
  return shared ? t("journey.oneDevice", { names }) : names && t("journey.with", { names });
}

/** Whose turn it is in a game that waits for me; on a shared device that is one of several. */
export function turnText(r: RoomSummary): string {
  const owing = r.owing.filter((seat) => r.yours.includes(seat));
  return r.yours.length > 1 && owing.length === 1
    ? t("journey.turnOf", { name: seatName(r.seats, owing[0]!) })
    : t("turn.yours");
}

/** How a game of mine ended: my place or, on a shared device, who won. */
export function outcomeText(r: RoomSummary): string {
  if (!r.ranking || !r.yours.length) return t("games.over");
  if (r.yours.length === 1) return t("journey.place", { n: r.ranking[r.yours[0]!]! });
  const first = r.seats.filter((s) => r.ranking![s.seat] === 1).map((s) => seatName(r.seats, s.seat));
  return t("journey.wonBy", { n: first.length, names: list(first) });
}

/** "47 min", "3 h". */
export function duration(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000));
  return minutes < 120
    ? t("journey.minutes", { n: minutes })
    : minutes < 48 * 60
      ? t("journey.hours", { n: Math.floor(minutes / 60) })
      : t("journey.days", { n: Math.floor(minutes / 1440) });
}

export const problem = (e: unknown): string => (e as Error).message;
