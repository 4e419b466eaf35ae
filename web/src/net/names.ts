/**
 * What those at a table are called: people by their names, computers by their level in the reader's
 * language.
 */
import { has, t } from "../i18n.svelte";
import type { Seat } from "./types";

type Named = Pick<Seat, "seat" | "kind" | "name" | "level">;

/** Several computers of one level are told apart: Guide, Guide 2. */
export function seatName(seats: Named[], seat: number): string {
  const own = seats[seat];
  if (!own || own.kind === "open") return t("seat.free");
  if (own.kind !== "bot") return own.name ?? t("game.seat", { number: seat + 1 });
  const key = `level.${(own.level ?? "").toLowerCase()}`;
  const name = has(key) ? t(key) : (own.name ?? own.level ?? "");
  const before = seats.slice(0, seat).filter((s) => s.kind === "bot" && s.level === own.level).length;
  return before ? `${name} ${before + 1}` : name;
}
