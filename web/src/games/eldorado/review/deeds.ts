/** What a turn does, read from its actions: walks, purchases, effects, and what is left. */
import type { Action, Facts } from "../../../review/model";

export interface Piece {
  card?: string;
  token?: string;
}
export type DeedKind = "walk" | "give" | "buy" | "use" | "discard" | "keep" | "rest";
export interface Deed {
  kind: DeedKind;
  /** Cards and tokens it is done with. */
  by: Piece[];
  /** The market's card it brings. */
  got: string | null;
  /** Cards of the hand that leave the game, or are laid down for others. */
  out: string[];
  laid: string[];
  steps: number;
  blockades: number[];
}

const piece = (a: Action): Piece =>
  typeof a.token === "string"
    ? { token: a.token, ...(typeof a.card === "string" ? { card: a.card } : {}) }
    : { card: a.card as string };

/** Cards discarded or kept at the end are told where nothing else was done, or where they are the point. */
export function deeds(actions: Action[], facts?: Facts, leftovers = false): Deed[] {
  const all: Deed[] = [];
  const begin = (kind: DeedKind, by: Piece[] = []): Deed => {
    const made: Deed = { kind, by, got: null, out: [], laid: [], steps: 0, blockades: [] };
    all.push(made);
    return made;
  };
  /** What an action goes on with, also where the turn is looked at from its middle. */
  const going = (...kinds: DeedKind[]): Deed => {
    const last = all.at(-1);
    return last && kinds.includes(last.kind) ? last : begin(kinds[0]!);
  };
  for (const a of actions) {
    const card = a.card as string;
    switch (a.do) {
      case "play":
        begin("walk", [piece(a)]);
        break;
      case "enter":
        reach(begin("give"), a);
        break;
      case "step":
        reach(going("walk"), a);
        break;
      case "give":
        going("give").by.push({ card });
        break;
      case "buy":
        begin("buy").got = card;
        break;
      case "pay":
        going("buy").by.push(piece(a));
        break;
      case "use": {
        const last = all.at(-1);
        // another symbol for a card that pays
        if (a.token === "change_symbol" && last?.kind === "buy") last.by.push(piece(a));
        else begin("use", [piece(a)]);
        break;
      }
      case "take":
        going("use").got = card;
        break;
      case "remove":
        going("use").out.push(card);
        break;
      case "put":
        going("use").laid.push(card);
        break;
      case "discard":
        going("discard").by.push({ card });
        break;
    }
  }
  const done = all.filter((one) => one.kind !== "discard");
  if (done.length && !leftovers) return done;
  const kept = (facts?.kept as string[] | undefined) ?? [];
  if (kept.length)
    begin(
      all.length ? "keep" : "rest",
      kept.map((card) => ({ card })),
    );
  else if (!all.length && actions.length) begin("rest");
  return all;
}

function reach(deed: Deed, a: Action): void {
  if (typeof a.blockade === "number") deed.blockades.push(a.blockade);
  else deed.steps++;
}

/** What counts is which cards stay in hand. */
export function aboutKeeping(reason: unknown): boolean {
  const { name, value } = (reason ?? {}) as { name?: string; value?: unknown };
  return name === "kept" || (name === "not" && Array.isArray(value) && value[0] === "kept");
}

/** Nothing but a way, which the board shows. */
export const onlyWalks = (all: Deed[]): boolean => all.every((one) => one.kind === "walk");
