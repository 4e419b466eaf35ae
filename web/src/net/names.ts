/**
 * What those at a table are called: people by their names, computers by their level in the reader's
 * language.
 */
import { has, t } from "../i18n.svelte";
import type { Seat } from "./types";

type Named = Pick<Seat, "seat" | "kind" | "name" | "level">;

function computer(own: Named): string {
  const key = `level.${(own.level ?? "").toLowerCase()}`;
  return has(key) ? t(key) : (own.name ?? own.level ?? "");
}

/** Several computers of one name are told apart: Guide, Guide 2. */
export function seatName(seats: Named[], seat: number): string {
  const own = seats[seat];
  if (!own || own.kind === "open") return t("seat.free");
  if (own.kind !== "bot") return own.name ?? t("game.seat", { number: seat + 1 });
  const name = computer(own);
  const before = seats.slice(0, seat).filter((s) => s.kind === "bot" && computer(s) === name).length;
  return before ? `${name} ${before + 1}` : name;
}
