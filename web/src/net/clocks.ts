/** Clocks in words. */
import { t } from "../i18n.svelte";
import type { Clock } from "./types";

export function clockWords(clock: Clock): string {
  if (clock.kind === "live")
    return t("clock.bank", { n: Math.round(clock.seconds / 60), s: clock.increment ?? 0 });
  if (clock.kind === "days") return t("clock.perTurn", { n: clock.days });
  return t("clock.none");
}

/** The kind of clock, before its terms are chosen. */
export function clockKind(kind: "none" | "live" | "days"): string {
  return { none: t("clock.none"), live: t("clock.kindLive"), days: t("clock.kindDays") }[kind];
}
