/** Events as journal lines: a card and its steps are one line, a purchase and its payment too. */
import { t } from "../../i18n.svelte";
import type { GameEvent } from "./model";
import type { Play } from "./play.svelte";
import { cardName, terrainName, tokenName } from "./say";

export interface Line {
  id: string;
  seat: number;
  text: string;
}
interface Draft {
  id: string;
  seat: number;
  kind: string;
  what: string;
  n: number;
  place: string;
  blockade: number;
  removed: boolean;
  /** The first of two pawns has arrived. */
  half: boolean;
  cards: string[];
}

const TOLD = new Set([
  "walk",
  "blockade",
  "enter",
  "bought",
  "use",
  "take",
  "remove",
  "explore",
  "keep_item",
  "arrive",
  "final_round",
  "resign",
  "put",
  "idle",
]);
const JOINS: Record<string, string> = {
  step: "walk",
  give: "enter",
  draw: "use",
  remove: "remove",
  put: "put",
  discard: "idle",
};

export function lines(play: Play, events: GameEvent[]): Line[] {
  const drafts: Draft[] = [];
  for (const [i, e] of events.entries()) {
    const kind = e.key.replace(/^eldorado\./, "");
    if (kind === "shuffle") continue; // between a card that draws and what it drew
    const last = drafts.at(-1);
    const joins = JOINS[kind];
    if (joins && last && last.seat === e.seat && last.kind === joins) {
      join(last, kind, e);
      continue;
    }
    if (kind === "step" && last?.kind === "enter" && last.seat === e.seat) continue; // the step onto the space just paid for
    const name = e.card ? cardName(e.card as string) : e.token ? tokenName(e.token as string) : "";
    const draft: Draft = {
      id: `${e.ply}.${i}`,
      seat: e.seat,
      kind: kind === "play" ? "walk" : kind === "end" && idle(play, events, drafts, e.seat) ? "idle" : kind,
      what: name,
      n: 0,
      place: "",
      blockade: Number(e.blockade ?? e.number ?? 0),
      removed: false,
      half: kind === "arrive" && e.order == null,
      cards: [],
    };
    if (kind === "step") {
      draft.kind = "walk";
      draft.n = 1;
    }
    if (kind === "remove" || kind === "put") {
      draft.n = 1;
      draft.cards = [name];
    }
    if (kind === "enter" && Array.isArray(e.to))
      draft.place = play.hexes.get(`${(e.to as number[])[0]},${(e.to as number[])[1]}`)?.terrain ?? "";
    drafts.push(draft);
  }
  return drafts
    .filter(
      (d, i) =>
        worthTelling(d) && !(play.isReplay && d.kind === "walk" && d.n === 0 && i === drafts.length - 1),
    )
    .map((d) => ({ id: d.id, seat: d.seat, text: told(play, d) }));
}

const worthTelling = (d: Draft): boolean => TOLD.has(d.kind) && (d.kind !== "enter" || d.n > 0);

/** Whether a turn that ends now, and was heard of from its beginning, had nothing in it to tell. */
function idle(play: Play, events: GameEvent[], drafts: Draft[], seat: number): boolean {
  const start = drafts.findLastIndex((d) => d.kind === "turn");
  const whole = start < 0 ? events[0] === play.events[0] : drafts[start]!.seat === seat;
  return whole && !drafts.slice(start + 1).some((d) => d.seat === seat && worthTelling(d));
}

function join(last: Draft, kind: string, e: GameEvent): void {
  if (kind === "draw") {
    last.n += Number(e.count ?? (e.cards as string[] | undefined)?.length ?? 0);
    last.cards.push(...((e.cards as string[] | undefined) ?? []).map(cardName));
    return;
  }
  last.n += 1;
  if (e.removed) last.removed = true;
  if (e.card) last.cards.push(cardName(e.card as string));
}

function told(play: Play, d: Draft): string {
  const params = {
    you: d.seat === play.self ? "yes" : "no",
    name: d.seat >= 0 ? play.name(d.seat) : "",
    n: d.n,
    what: d.what,
    cards: d.cards.join(", "),
    place: d.place ? terrainName(d.place) : t("blockade.name", { n: d.blockade }),
    number: d.blockade,
  };
  switch (d.kind) {
    case "walk":
      return !d.what
        ? t("journal.step", params)
        : d.n
          ? t("journal.walk", params)
          : t("journal.played", params);
    case "blockade":
      return t("journal.blockade", params);
    case "enter":
      return d.removed ? t("journal.camp", params) : t("journal.give", params);
    case "bought":
      return t("journal.bought", params);
    case "use":
      return d.cards.length
        ? t("journal.drewCards", params)
        : d.n
          ? t("journal.drew", params)
          : t("journal.used", params);
    case "take":
      return t("journal.take", params);
    case "remove":
      return t("journal.removed", params);
    case "put":
      return t("journal.put", params);
    case "explore":
      return t("journal.explore", params);
    case "keep_item":
      return t("journal.keep", params);
    case "arrive":
      return d.half ? t("journal.half", params) : t("journal.arrive", params);
    case "resign":
      return t("journal.resign", params);
    case "idle":
      return d.n ? t("journal.idleDiscard", params) : t("journal.idle", params);
    default:
      return t("journal.final", params);
  }
}
