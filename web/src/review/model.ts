/** The JSON of a review (docs/review.md), and what a game adds to the page. */
import type { Component } from "svelte";
import { t } from "../i18n.svelte";

export type Grade = "forced" | "best" | "good" | "detour" | "wrong" | "resigned";
export type Action = { do: string; [field: string]: unknown };
export type Facts = Record<string, unknown>;
export interface Better {
  ply: number;
  /** How many of the turn's actions came before it; others may have acted in between. */
  done: number;
  actions: Action[];
  facts: Facts;
  played: Facts;
  /** What it rests on, where a single thing decides. */
  reason?: Facts | null;
  chance: number;
  instead: number;
  /** Both in whole percent, as the sentences tell them. */
  percent: { chance: number; instead: number };
  text: string;
  why: string;
}
export interface ReviewTurn {
  seat: number;
  turn: { round: number; card?: number };
  ply: number;
  plies: number;
  grade: Grade;
  loss: number;
  choices: number;
  before: number[];
  best: number[];
  after: number[];
  luck: { kind: string; chances: number[] }[];
  actions: Action[];
  played: Facts;
  better: Better | null;
  text: string;
}
export interface Account {
  start: number;
  own_skill: number;
  others_skill: number;
  own_luck: number;
  others_luck: number;
  luck: number;
  result: number;
}
export interface GameReview {
  game: string;
  setup: Record<string, unknown>;
  ranking: number[];
  rounds: number;
  judge: string;
  reader: number;
  start: number[];
  result: number[];
  /** The chances when each round, or each card of it, was over. */
  curve: { turn: { round: number; card?: number }; chances: number[] }[];
  /** Where it tells of luck: in which rounds, and how many percent in all. */
  headline: { key: string; text: string; seat: number; rounds?: number[]; cost?: number };
  /** The loss below which a turn has a grade. */
  thresholds: Partial<Record<Grade, number>>;
  turns: ReviewTurn[];
  accounts: Account[];
  statistics: unknown;
  /** Points as played, and the judge's with the same deal, by seat. */
  same_deal: { played: number[]; judge: number[] } | null;
}

/** What the page gives to the parts of a game. */
export interface PartProps {
  code: string;
  review: GameReview;
  /** Whose turns are looked at. */
  seat: number;
  names: string[];
  turn: ReviewTurn | null;
  onpick: (turn: ReviewTurn) => void;
}
/** A turn that is shown as pictures: from which table, with which components. */
export interface DeedProps {
  actions: Action[];
  facts?: Facts;
  reason?: Facts | null;
  view: never;
  components: never;
}
export interface ReviewParts {
  /** What a turn does, as pictures; reviews, the coach and the answers of puzzles share it. */
  deeds?: Component<DeedProps>;
  /** The turn as a picture: what was played, what was better. */
  picture: Component<PartProps>;
  /** More panels beside the chances. */
  panels: Component<PartProps>;
  /** Instead of the list of turns, where a game has a better one. */
  turns?: Component<PartProps>;
}

/** What names a turn, to find it on the chart. */
export const turnKey = (turn: { round: number; card?: number }): string => `${turn.round}.${turn.card ?? ""}`;
/** "Round 7", or "Round 2, card 5". */
export const turnName = ({ turn }: ReviewTurn): string =>
  turn.card === undefined
    ? t("review.round_turn", { round: turn.round })
    : turn.card === 0
      ? t("review.choosing")
      : t("review.round_card", { round: turn.round, card: turn.card });
export const percent = (chance: number): number => Math.round(100 * chance);
/** Whole percent with a sign; a real minus. */
export function signed(n: number): string {
  return n === 0 ? "0" : `${n > 0 ? "+" : "−"}${Math.abs(n)}`;
}
/** What a turn lost, in whole percent that do not look like the next grade. */
export function lossOf(review: GameReview, turn: ReviewTurn): number {
  const border = percent(review.thresholds[turn.grade] ?? Infinity);
  return Math.min(percent(turn.loss), border - 1);
}
export const isMistake = (turn: ReviewTurn): boolean => turn.grade === "detour" || turn.grade === "wrong";
/** What chance did to a seat before and in one of its turns. */
const luckOf = (turn: ReviewTurn, seat: number): number =>
  turn.luck.reduce((sum, luck) => sum + luck.chances[seat]!, 0);
/** Luck worth a flag. */
const NOTABLE = 0.05;
/**
 * A seat's luck of the rounds where it is worth a flag, in whole percent; those the headline names come
 * first, in figures that add up to the headline's own.
 */
export function notableLuck(review: GameReview, seat: number): { round: number; luck: number }[] {
  const sums = new Map<number, number>();
  for (const one of review.turns)
    if (one.seat === seat) sums.set(one.turn.round, (sums.get(one.turn.round) ?? 0) + luckOf(one, seat));
  const { rounds = [], cost = 0, seat: whose } = review.headline;
  const told = whose === seat ? rounds : [];
  const named = told.map((round) => ({ round, luck: percent(sums.get(round) ?? 0) }));
  const last = named.at(-1);
  if (last) last.luck += Math.sign(last.luck) * cost - named.reduce((sum, one) => sum + one.luck, 0);
  const others = [...sums]
    .filter(([round, luck]) => Math.abs(luck) >= NOTABLE && !told.includes(round))
    .sort((a, b) => Math.abs(b[1]) - Math.abs(a[1]));
  return [...named, ...others.map(([round, luck]) => ({ round, luck: percent(luck) }))];
}
/** The turn to look at first: the costliest, or the last. */
export function lesson(review: GameReview, seat: number): ReviewTurn | null {
  const own = review.turns.filter((turn) => turn.seat === seat && turn.grade !== "resigned");
  const costly = own.filter((turn) => turn.better !== null).sort((a, b) => b.loss - a.loss)[0];
  return costly ?? own.at(-1) ?? null;
}
