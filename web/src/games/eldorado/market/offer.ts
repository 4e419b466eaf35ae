/** What the market says about one of its cards to whoever looks at it. */
import { t } from "../../../i18n.svelte";
import type { Play } from "../play.svelte";
import { cardWords } from "../say";

/** A pile of cards, or null where one was. */
export type Pile = { card: string; count: number } | null;

export const taking = (play: Play): boolean => play.mode === "take";

/** Can be had now: taken without paying, or bought. */
export function available(play: Play, card: string): boolean {
  return taking(play) ? play.act("take", { card }) !== undefined : play.buys.has(card);
}

/** What my hand is worth while I may buy. */
export function purse(play: Play): number | null {
  return play.myTurn && play.mode === "play" && !play.view.turn.bought ? (play.me?.purse ?? null) : null;
}

/** How many coins are missing for it. */
export function missing(play: Play, card: string): number {
  const have = purse(play);
  return have === null ? 0 : (play.cards.get(card)?.cost ?? 0) - have;
}

export function look(play: Play, card: string): string {
  const chosen = play.shopping === card;
  if (play.advisedCard === card) return "can pick";
  if (!play.myTurn) return chosen ? "seen" : "";
  if (available(play, card)) return chosen ? "can pick" : "can";
  return chosen ? "off seen" : "off";
}

export function label(play: Play, pile: { card: string; count: number }): string {
  const info = play.cards.get(pile.card);
  if (!info) return "";
  const can = taking(play) ? t("market.free") : t("market.canPay");
  const state = play.myTurn ? `, ${available(play, pile.card) ? can : t("market.cannot")}` : "";
  return `${cardWords(info)}, ${t("market.left", { n: pile.count })}${state}`;
}

/** Pressing a card chooses it; pressing it again leaves it. */
export const press = (play: Play, card: string): void => play.shop(play.shopping === card ? null : card);
