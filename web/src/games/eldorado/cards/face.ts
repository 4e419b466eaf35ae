import type { CardInfo } from "../model";

/** What the pennant says: icons with their numbers. */
export function powers(card: CardInfo): { icon: string; n: string }[] {
  if (card.symbols.length)
    return [{ icon: card.symbols.length > 1 ? "joker" : card.symbols[0]!, n: String(card.power ?? "") }];
  const draw = { icon: "draw", n: String(card.effect?.draw ?? "") };
  switch (card.effect?.type) {
    case "take_any_market_card_free":
      return [{ icon: "market", n: "1" }];
    case "draw":
      return [draw];
    case "draw_then_may_remove":
      return [draw, { icon: "remove", n: String(card.effect.remove_up_to ?? "") }];
    default:
      return [{ icon: "native", n: "1" }];
  }
}
