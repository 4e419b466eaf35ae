/** The words for what the table shows: spaces, cards, payments, what is to do. */
import { either, t, word } from "../../i18n.svelte";
import type { Action, CardInfo, HexInfo, PaymentItem } from "./model";
import type { Play } from "./play.svelte";
import type { Reach } from "./reach";

export const cardName = (id: string): string => word(`eldorado.card.${id}`);
export const tokenName = (id: string): string => word(`eldorado.token.${id}`);
export const symbolName = (id: string): string => word(`eldorado.symbol.${id}`);
/** So many of a symbol: "2 machetes". */
export const counted = (id: string | null, n: number): string =>
  id ? t(`eldorado.count.${id}`, { count: n }) : String(n);
export const terrainName = (id: string): string => word(`eldorado.terrain.${id}`);
export const routeName = (id: string): string => word(`eldorado.route.${id}`);

/** What a card is, for the ear: "Scout, machete 2, costs 1". */
export function cardWords(card: CardInfo): string {
  const parts = [cardName(card.id)];
  if (card.symbols.length > 1) parts.push(`${symbolName("joker")} ${card.power}`);
  else if (card.symbols.length) parts.push(`${symbolName(card.symbols[0]!)} ${card.power}`);
  else parts.push(effectWords(card));
  if (card.single_use) parts.push(t("card.once"));
  if (card.cost !== null) parts.push(t("card.price", { n: card.cost }));
  return parts.join(", ");
}

const GROUND: Record<string, string> = { machete: "jungle", paddle: "river", coin: "village" };
/** What a card is good for, as a sentence. */
export function cardAbout(card: CardInfo): string {
  const about = card.symbols.length
    ? t("card.moves", { n: card.power ?? 0, where: either(card.symbols.map((s) => terrainName(GROUND[s]!))) })
    : effectWords(card);
  return card.single_use && card.symbols.length ? `${about} ${t("card.leaves")}` : about;
}

export const effectWords = (card: CardInfo): string => word(`eldorado.effect.${card.id}`);
export const tokenEffect = (id: string): string => word(`eldorado.effect.token.${id}`);

/** What a space is and who stands there; what it would cost now is said by `targetWords`. */
export function spaceWords(play: Play, h: HexInfo): string {
  const parts: string[] = [];
  if (h.finish) parts.push(t("space.finish"));
  if (h.terrain === "start") parts.push(t("space.start", { n: h.start ?? 0 }));
  else if (h.cave && play.view.setup.caves) parts.push(t("space.cave"));
  else if (h.terrain === "mountain") parts.push(terrainName("mountain"));
  else parts.push(`${terrainName(h.terrain)} ${h.power}`);
  const cave = h.cave ? play.view.caves.find((c) => c.at[0] === h.q && c.at[1] === h.r) : undefined;
  if (cave) parts.push(t("space.tokens", { n: cave.count }));
  play.view.seats.forEach((s, i) => {
    if (s.pawns.some((p) => p.at !== "arrived" && p.at[0] === h.q && p.at[1] === h.r))
      parts.push(t("space.pawn", { name: play.name(i) }));
  });
  const togo = play.steps.get(`${h.q},${h.r}`);
  if (togo !== undefined && !h.finish) parts.push(t("space.togo", { n: togo }));
  return parts.join(", ");
}

export function targetWords(target: { cost: number | null; cards?: number; removes?: boolean }): string {
  if (target.cards)
    return target.removes ? t("space.removes", { n: target.cards }) : t("space.gives", { n: target.cards });
  return target.cost === null ? t("space.reach") : t("space.costs", { n: target.cost });
}

export function blockadeWords(play: Play, n: number): string {
  const b = play.blockades.get(n);
  if (!b) return "";
  const base = t("blockade.name", { n });
  const ask =
    b.terrain === "rubble" ? t("blockade.cards", { n: b.power }) : `${symbolName(b.symbol)} ${b.power}`;
  const lit = play.gates.has(n) ? `, ${t("blockade.clear")}` : "";
  return `${base}, ${ask}${lit}`;
}

export const paymentName = (p: PaymentItem): string => (p.card ? cardName(p.card) : tokenName(p.token ?? ""));

/** One way among several: only what tells it from the others. */
export function wayWords(play: Play, way: Reach, ways: Reach[]): string {
  const differ = (of: (w: Reach) => unknown): boolean =>
    new Set(ways.map((w) => JSON.stringify(of(w) ?? null))).size > 1;
  const explores = (w: Reach): boolean => w.kind !== "enter" && !!w.explores?.length;
  const cost = (w: Reach): unknown => (w.kind === "enter" ? [w.cards, w.removes] : w.cost);
  const parts: string[] = [];
  if (differ((w) => w.pawn)) {
    const at = play.me?.pawns[way.pawn]?.at;
    const togo = at && at !== "arrived" ? play.steps.get(`${at[0]},${at[1]}`) : undefined;
    parts.push(
      `${way.pawn === 0 ? t("way.pawn1") : t("way.pawn2")}${togo === undefined ? "" : ` (${t("space.togo", { n: togo })})`}`,
    );
  }
  if (way.kind === "enter") {
    if (differ(cost))
      parts.push(way.removes ? t("space.removes", { n: way.cards }) : t("space.gives", { n: way.cards }));
  } else {
    if (way.as && differ((w) => (w.kind === "enter" ? null : w.as)))
      parts.push(t("way.as", { symbol: symbolName(way.as) }));
    if (way.cost !== null && differ(cost)) parts.push(t("space.costs", { n: way.cost }));
    if (differ(explores)) parts.push(explores(way) ? t("way.explores") : t("way.passes"));
  }
  return parts.join(", ") || t("way.other", { n: ways.indexOf(way) + 1 });
}

/** What an open action button says. */
export function actionWords(play: Play, a: Action): string {
  if (a.do === "use" && a.card && a.token === "keep_item") return t("act.keep", { card: cardName(a.card) });
  if (a.do === "use" && a.card) {
    const c = play.cards.get(a.card);
    return c ? effectWords(c) : cardName(a.card);
  }
  if (a.do === "use" && a.token) return tokenEffect(a.token);
  if (a.do === "stop") return t("act.stop");
  return a.do;
}
