/** A tournament in words. */
import { has, number, t, word } from "../i18n.svelte";
import { clockWords } from "../net/clocks";
import { roomTitle } from "../room/title";
import type { Tournament, TournamentEntrant, TournamentLine } from "./api";

/** People by their names; several computers of one level are told apart. */
export function nameOf(entrants: TournamentEntrant[], one: number): string {
  const own = entrants.find((e) => e.number === one);
  if (!own) return "—";
  if (own.level === null) return own.name;
  const key = `level.${own.level.toLowerCase()}`;
  const level = has(key) ? t(key) : own.level;
  const before = entrants.filter((e) => e.level === own.level && e.number < one).length;
  return before ? `${level} ${before + 1}` : level;
}

/** "1½": points come in halves. */
export function points(n: number): string {
  const whole = Math.floor(n);
  return n === whole ? number(n) : `${whole ? number(whole) : ""}½`;
}

/** Game and route, table size, form, clock: what it is about, in parts. */
export function terms(one: Tournament | TournamentLine): string[] {
  const game = word(`game.${one.game}`);
  const title = roomTitle(one);
  return [
    title === game ? game : `${game}: ${title}`,
    t("tournament.atTable", { n: one.size }),
    one.form === "everyone" ? t("tournament.everyone") : t("tournament.swissRounds", { n: one.rounds }),
    clockWords(one.clock),
  ];
}

/** "4 min", "50 s". */
export function soon(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return seconds > 90
    ? t("tournament.minutes", { n: Math.round(seconds / 60) })
    : t("tournament.seconds", { n: seconds });
}
