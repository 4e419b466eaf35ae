/** Facts and stars in words. */
import { has, number, t, word } from "../i18n.svelte";

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
