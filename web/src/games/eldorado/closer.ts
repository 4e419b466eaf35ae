/** What is said of a thing that is looked at closely, and which section of the rules tells more. */
import { coins, t, word } from "../../i18n.svelte";
import { fromKey } from "./model";
import type { Play, Thing } from "./play.svelte";
import { cardAbout, cardName, spaceWords, symbolName, terrainName, tokenEffect, tokenName } from "./say";

export interface Closer {
  title: string;
  text: string[];
  rule: string;
  terrain?: string;
  signs?: { icon: string; n: number };
  number?: number;
}
const SIGN: Record<string, string> = {
  jungle: "machete",
  river: "paddle",
  village: "coin",
  rubble: "discard",
  basecamp: "remove",
  mountain: "mountain",
  start: "start",
};
const RULE: Record<string, string> = { rubble: "rubble", basecamp: "camps", mountain: "blocked" };

function cardRule(play: Play, id: string): string {
  const card = play.cards.get(id);
  if (id === "native") return "native";
  if (id === "transmitter") return "transmitter";
  if (!card?.symbols.length) return "actions";
  return card.symbols.length > 1 ? "jokers" : "moving";
}

export function closer(play: Play, thing: Thing): Closer | null {
  switch (thing.kind) {
    case "card": {
      const card = play.cards.get(thing.id);
      if (!card) return null;
      const pile = [...play.view.market.board, ...play.view.market.above].find((p) => p?.card === thing.id);
      const text = [cardAbout(card)];
      if (card.coins !== undefined) text.push(t("inspect.worth", { n: coins(card.coins) }));
      if (pile) text.push(t("inspect.pile", { n: pile.count, price: card.cost ?? 0 }));
      return { title: cardName(thing.id), text, rule: cardRule(play, thing.id) };
    }
    case "token":
      return { title: tokenName(thing.id), text: [tokenEffect(thing.id)], rule: "tokens" };
    case "blockade": {
      const info = play.blockades.get(Number(thing.id));
      if (!info) return null;
      const asks =
        info.terrain === "rubble"
          ? t("blockade.cards", { n: info.power })
          : t("inspect.asks", { n: info.power, symbol: symbolName(info.symbol) });
      return {
        title: t("blockade.name", { n: info.number }),
        text: [asks, t("moment.blockadeText")],
        rule: "blockades",
        terrain: info.terrain,
        signs: { icon: info.symbol, n: info.power },
        number: info.number,
      };
    }
    case "space": {
      const [q, r] = fromKey(thing.id);
      const hex = play.hexes.get(`${q},${r}`);
      if (!hex) return null;
      const cave = hex.cave && play.view.setup.caves;
      const text = [spaceWords(play, hex)];
      if (!cave) text.push(word(`eldorado.about.${hex.terrain}`));
      return {
        title: cave
          ? t("space.cave")
          : hex.terrain === "start"
            ? t("space.start", { n: hex.start ?? 0 })
            : terrainName(hex.terrain),
        text,
        rule: cave ? "caves" : hex.finish ? "end" : (RULE[hex.terrain] ?? "moving"),
        terrain: hex.terrain,
        signs: { icon: cave ? "cave" : (SIGN[hex.terrain] ?? "info"), n: Math.max(1, hex.power) },
      };
    }
  }
}
