/**
 * One El Dorado table as seen from one seat: what is shown, what is picked, what lights up. No rules:
 * everything legal comes in as gestures.
 */
import { advance } from "./advance";
import { stepsToFinish } from "./board/geometry";
import { stepTime } from "../../settings.svelte";
import { play as sound } from "../../sound";
import {
  key,
  same,
  type Action,
  type ActGesture,
  type BuyGesture,
  type CardInfo,
  type Components,
  type Coord,
  type GameEvent,
  type Gesture,
  type MoveGesture,
  type Payment,
  type TokenInfo,
  type BlockadeInfo,
  type View,
} from "./model";
import { gatesOf, targetsOf, trailsOf, waysTo, type Reach } from "./reach";
import { Asking } from "../../room/asking.svelte";
import { Story } from "../../room/story.svelte";
import type { Way } from "../../room/hold";
import type { MoveSender, Player } from "../../room/session.svelte";

export type Picked = { card: string; index: number } | { token: string; index: number };
export type Mode = "over" | "watch" | "play" | "discard" | "give" | "pay" | "take" | "remove" | "put";

export interface Flight {
  id: number;
  seat: number;
  card: string;
  from: DOMRect | null;
  time: number;
}

/** Something that can be looked at closely. */
export interface Thing {
  kind: "card" | "token" | "blockade" | "space";
  id: string;
}
/** What may be asked of the server: why is this not possible? */
export interface Question {
  at?: string;
  blockade?: number;
  card?: string;
  token?: string;
  buy?: string;
  end?: boolean;
}
export interface Refusal {
  text: string;
  /** The place on the board it is about: a space, or b and the number of a blockade. */
  at: string | null;
}

/** A message of the server on its way to the eyes. */
interface Frame {
  view: View;
  gestures: Gesture[];
  events: GameEvent[];
  fresh: GameEvent[];
  canUndo: boolean;
  /** The table is as it says already. */
  adopted: boolean;
  /** Where a bought card lay. */
  from: DOMRect | null;
}

const gains = (e: GameEvent): boolean =>
  (e.key.endsWith(".bought") || e.key.endsWith(".take")) && typeof e.card === "string";
const positions = (view: View): (Coord | "arrived")[][] => view.seats.map((s) => s.pawns.map((p) => p.at));

export class Play {
  readonly components: Components;
  readonly cards: Map<string, CardInfo>;
  readonly tokens: Map<string, TokenInfo>;
  readonly blockades: Map<number, BlockadeInfo>;
  readonly hexes;
  readonly steps: Map<string, number>;

  view = $state.raw<View>(null!);
  gestures = $state.raw<Gesture[]>([]);
  events = $state.raw<GameEvent[]>([]);
  players = $state.raw<Player[]>([]);

  picked = $state<Picked | null>(null);
  hovered = $state<string | null>(null);
  choice = $state.raw<Reach[] | null>(null);
  /** The way of the choice that is being considered. */
  considered = $state.raw<Reach | null>(null);
  shopping = $state<string | null>(null);
  chosen = $state.raw<Payment | null>(null);
  busy = $state(false);
  fault = $state<string | null>(null);
  private readonly asking: Asking<Question>;
  /** What the pointer rests on, and what was opened to be looked at. */
  inspected = $state.raw<Thing | null>(null);
  opened = $state.raw<Thing | null>(null);
  /** Where something is celebrated right now. */
  burst = $state.raw<{ at: Coord; seat: number; id: number } | null>(null);
  touched = $state(false);
  /** The way a coach would go. */
  advised = $state.raw<Coord[] | null>(null);
  /** The market's card such a turn brings. */
  advisedCard = $state<string | null>(null);
  canUndo = $state(false);
  /** My last card is to be discarded: what is drawn then is past undo, so it takes the button. */
  parting = $state(false);
  /** Where pawns are drawn; lags behind the view while somebody walks. */
  shown = $state.raw<(Coord | "arrived")[][]>([]);
  /** Somebody else is walking, buying or playing in motion. */
  others = $state(false);
  /** A card on its way from the market to a discard pile. */
  flight = $state.raw<Flight | null>(null);
  /** Where on the page a card of the market lies; asked before it is gone. */
  stall: ((card: string) => DOMRect | null) | null = null;
  /** What an opponent is doing right now, for the card shown beside their plate. */
  spotlight = $state.raw<{ seat: number; card?: string; token?: string } | null>(null);
  /** A finished game looked at again: the seat is only looked through. */
  isReplay = false;
  /** A puzzle: nobody is waited for, and nothing is pointed at. */
  isPuzzle = $state(false);
  /** The turn of a puzzle is over: nothing is left to do. */
  isDone = $state(false);
  /** What came from the server and is still to be shown in motion. */
  private story: Story<GameEvent, Frame>;

  constructor(
    components: Components,
    private moves: MoveSender,
  ) {
    this.components = components;
    this.story = new Story({
      show: (frame, e, i) => this.tell(frame, e, i),
      adopt: (frame) => this.adopt(frame),
      rest: () => this.rest(),
    });
    this.asking = new Asking(moves, (message) => (this.fault = message));
    this.cards = new Map(components.cards.map((c) => [c.id, c]));
    this.tokens = new Map(components.tokens.map((c) => [c.id, c]));
    this.blockades = new Map(components.blockades.map((c) => [c.number, c]));
    this.hexes = new Map(components.board.hexes.map((h) => [key([h.q, h.r]), h]));
    this.steps = stepsToFinish(components.board);
  }

  // ---- what comes from the server ----

  /** `fresh` is what just happened and may be shown in motion; null: everything is as it is. */
  receive(
    view: View,
    gestures: Gesture[],
    events: GameEvent[],
    fresh: GameEvent[] | null,
    canUndo: boolean,
  ): void {
    const frame: Frame = { view, gestures, events, fresh: fresh ?? [], canUndo, adopted: false, from: null };
    if (this.view === null || fresh === null || stepTime() === 0) {
      this.story.jump(frame);
      return;
    }
    // this answers my move: what was still in motion is of a table that is gone, and so are its buttons
    if (this.busy) this.story.skip();
    // what I did myself is there at once; what others did is seen as it happens
    if (!this.walking && fresh.every((e) => e.seat === this.self)) {
      const bought = fresh.find(gains);
      frame.from = bought ? (this.stall?.(bought.card as string) ?? null) : null;
      this.story.adopt(frame);
    }
    this.story.add(frame);
  }

  private adopt(frame: Frame): void {
    this.view = frame.view;
    for (const b of frame.view.blockades) this.laid.set(b.number, b.between.join("-"));
    this.gestures = frame.gestures;
    this.events = frame.events;
    this.canUndo = frame.canUndo;
    this.fault = null;
    this.hush();
    this.choice = this.considered = null;
    this.hovered = null;
    this.parting = false;
    this.settlePick();
    if (this.shopping) {
      if (this.offered(this.shopping)) this.chosen = this.buys.get(this.shopping) ?? null;
      else this.shop(null);
    }
  }

  /** Keeps the pick on the same kind of card if it is still in hand. */
  private settlePick(): void {
    const hand = this.hand,
      p = this.picked;
    if (!p) return;
    const stays =
      "card" in p
        ? hand[p.index] === p.card && this.playable(p.card)
        : this.me?.tokens[p.index] === p.token && this.tokenPlayable(p.token);
    if (!stays || this.mode !== "play") this.picked = null;
  }

  private tell(frame: Frame, e: GameEvent, i: number): Promise<void> {
    this.others = e.seat !== this.self;
    const from = frame.from ?? (gains(e) ? (this.stall?.(e.card as string) ?? null) : null);
    if (!frame.adopted) {
      this.gestures = [];
      this.canUndo = false;
      this.view = advance(this.view, e);
      this.events = frame.events.slice(0, frame.events.length - frame.fresh.length + i + 1);
    }
    return this.show(e, from);
  }
  /** One event in motion. */
  private async show(e: GameEvent, from: DOMRect | null): Promise<void> {
    const mine = e.seat === this.self;
    if (e.key.endsWith(".play") || e.key.endsWith(".use")) {
      if (mine) return;
      this.spotlight = {
        seat: e.seat,
        card: e.card as string | undefined,
        token: e.token as string | undefined,
      };
      sound("card", 0.5);
      await this.story.pause(stepTime() * 2);
    } else if (e.key.endsWith(".step") && Array.isArray(e.to)) {
      const next = this.shown.map((row) => [...row]);
      if (next[e.seat]) next[e.seat]![(e.pawn as number | undefined) ?? 0] = e.to as Coord;
      this.shown = next;
      sound("step", mine ? 1 : 0.5);
      await this.story.pause(stepTime());
    } else if (gains(e)) {
      const time = stepTime() * (mine ? 2.5 : 4);
      this.spotlight = null;
      this.flight = { id: e.ply, seat: e.seat, card: e.card as string, from, time };
      if (!mine) sound("coin", 0.5);
      await this.story.pause(time);
      this.flight = null;
    }
  }
  private rest(): void {
    this.others = false;
    this.spotlight = this.flight = null;
    this.shown = positions(this.view);
  }
  /** Somebody is walking, buying or playing in motion. */
  get walking(): boolean {
    return this.story.walking;
  }
  skip(): void {
    this.story.skip();
  }

  // ---- who and where ----

  get seat(): number | null {
    return this.view.seat;
  }
  /** Who "you" is in what the table says. */
  get self(): number | null {
    return this.isReplay ? null : this.seat;
  }
  get me() {
    return this.seat === null ? null : this.view.seats[this.seat]!;
  }
  get hand(): string[] {
    return this.me?.hand ?? [];
  }
  get myTurn(): boolean {
    return this.self !== null && !this.view.over && !this.isDone && this.view.actor === this.self;
  }
  get mode(): Mode {
    if (this.view.over) return "over";
    if (!this.myTurn) return "watch";
    if (this.view.turn.pending) return this.view.turn.pending.kind;
    return this.view.turn.phase === "discard" ? "discard" : "play";
  }
  togo(seat: number): number {
    return (this.shown[seat] ?? []).reduce(
      (sum, at) => sum + (at === "arrived" ? 0 : (this.steps.get(key(at)) ?? 0)),
      0,
    );
  }
  name(seat: number): string {
    return this.players[seat]?.name ?? `${seat + 1}`;
  }
  get myPlace(): Coord | null {
    const at = this.me?.pawns.map((p) => p.at).filter((a): a is Coord => a !== "arrived") ?? [];
    return at.sort((a, b) => (this.steps.get(key(b)) ?? 0) - (this.steps.get(key(a)) ?? 0))[0] ?? null;
  }

  // ---- what lights up ----

  private acts = $derived(
    this.gestures.filter((g): g is ActGesture => g.kind === "act").map((g) => g.actions[0]!),
  );
  act(what: string, match: Partial<Action> = {}): Action | undefined {
    return this.acts.find(
      (a) => a.do === what && Object.entries(match).every(([k, v]) => a[k as keyof Action] === v),
    );
  }
  get actList(): Action[] {
    return this.acts;
  }
  buys = $derived(
    new Map(this.gestures.filter((g): g is BuyGesture => g.kind === "buy").map((g) => [g.card, g])),
  );

  /** May this hand card do anything now: walk, be used, or answer what is pending? */
  playable(card: string): boolean {
    if (this.mode !== "play") return this.answers(card) !== undefined;
    return (
      this.gestures.some(
        (g) =>
          ((g.kind === "move" || g.kind === "clear") && g.card === card) ||
          (g.kind === "enter" && g.choices.includes(card)),
      ) || this.act("use", { card }) !== undefined
    );
  }
  answers(card: string): Action | undefined {
    const verb = { give: "give", pay: "pay", remove: "remove", put: "put", discard: "discard" }[
      this.mode as string
    ];
    return verb ? this.act(verb, { card }) : undefined;
  }
  tokenAction(token: string): Action | undefined {
    return this.act("use", { token }) ?? this.act("pay", { token });
  }
  /** May any of the own tokens do something now? */
  get someToken(): boolean {
    return this.me?.tokens.some((token) => this.tokenPlayable(token)) ?? false;
  }
  tokenPlayable(token: string): boolean {
    return (
      this.gestures.some((g) => (g.kind === "move" || g.kind === "clear") && g.token === token) ||
      this.tokenAction(token) !== undefined
    );
  }

  reach = $derived.by((): Reach[] => {
    const p = this.picked;
    return this.gestures.filter((g): g is Reach => {
      if (g.kind === "enter") return !p || ("card" in p && g.choices.includes(p.card));
      if (g.kind !== "move" && g.kind !== "clear") return false;
      if (g.kind === "move" && this.pointless(g)) return false;
      if (!p) return !g.card && !g.token;
      return "card" in p ? g.card === p.card && !g.token : g.token === p.token;
    });
  });

  /** A walk in a circle that brings nothing is not worth a light. */
  private pointless(g: MoveGesture): boolean {
    const at = this.me?.pawns[g.pawn]?.at;
    return (
      at !== undefined && at !== "arrived" && same(g.to, at) && !g.explores?.length && !g.blockades?.length
    );
  }

  targets = $derived(targetsOf(this.reach));
  gates = $derived(gatesOf(this.reach));
  ways(at: string): Reach[] {
    return waysTo(this.reach, at);
  }

  aim = $derived.by(
    (): Reach | null => this.considered ?? (this.hovered ? (this.ways(this.hovered)[0] ?? null) : null),
  );
  path = $derived.by((): Coord[] | null => {
    const g = this.aim;
    if (!g) return null;
    const from = this.me?.pawns[g.pawn]?.at;
    const path = g.kind === "enter" ? (g.to ? [g.to] : []) : g.path;
    if (!from || from === "arrived") return null;
    return same(path[0], from) ? path : [from, ...path];
  });

  trails = $derived.by(() => trailsOf(this.events, this.view.seats.length, this.self));

  // ---- looking closer ----

  inspect(thing: Thing, way: Way): void {
    if (way === "hold") {
      this.opened = thing;
      this.inspected = null;
    } else this.inspected = way === "rest" ? thing : null;
  }
  /** The place of a blockade, as the board names it. */
  seamOf(number: number): string | undefined {
    return this.laid.get(number);
  }
  private laid = new Map<number, string>();
  private bursts = 0;
  celebrate(at: Coord, seat: number): void {
    const id = ++this.bursts;
    this.burst = { at, seat, id };
    setTimeout(() => {
      if (this.burst?.id === id) this.burst = null;
    }, 900);
  }
  // ---- why not ----

  /** What was asked for and is not possible, and why. */
  refusal = $derived.by((): Refusal | null => {
    const said = this.asking.said;
    if (!said) return null;
    const { at, blockade } = said.about;
    return { text: said.text, at: at ?? (blockade === undefined ? null : `b${blockade}`) };
  });
  /** Nothing more is said about it. */
  hush(): void {
    this.asking.said = null;
  }
  /** Why the card looked at in the market cannot be had now. */
  marketReason = $state<string | null>(null);
  private async whyNotBuy(card: string): Promise<void> {
    const text = await this.moves.why?.({ buy: card }).catch(() => null);
    if (this.shopping === card) this.marketReason = text ?? null;
  }
  /** The server says why; the chosen card stays chosen. */
  why(question: Question): Promise<void> {
    return this.asking.ask(this.withChosen(question));
  }
  /** The keyboard's focus came to something, or left it: before what is impossible one hears why. */
  consider(question: Question | null): void {
    this.asking.consider(question && this.mode === "play" ? this.withChosen(question) : null);
  }
  considerPlace(at: string | null): void {
    if (at === null) this.consider(null);
    else if (at.startsWith("b")) {
      const blockade = Number(at.slice(1));
      this.consider(this.gates.has(blockade) ? null : { blockade });
    } else this.consider(this.targets.has(at) ? null : { at });
  }
  private withChosen(question: Question): Question {
    const p = this.picked;
    if (!p || question.card || question.token || question.buy || question.end) return question;
    return "card" in p ? { card: p.card, ...question } : { token: p.token, ...question };
  }

  // ---- what a person does ----

  private sending: Promise<void> | null = null;
  async send(actions: Action[]): Promise<void> {
    if (this.busy || !actions.length) return;
    this.busy = true;
    this.touched = true;
    this.sending = this.moves.send(actions);
    try {
      await this.sending;
    } catch (error) {
      this.fault = (error as Error).message;
    } finally {
      this.busy = false;
      this.sending = null;
    }
  }
  /** Waits for a move that is still on its way: a quick hand is not ignored. */
  async undo(): Promise<void> {
    await this.sending?.catch(() => undefined);
    if (!this.canUndo || this.busy) return;
    this.busy = true;
    this.picked = null;
    try {
      await this.moves.undo();
    } catch (error) {
      this.fault = (error as Error).message;
    } finally {
      this.busy = false;
    }
  }

  pickCard(card: string, index: number): void {
    this.touched = true;
    this.leaveChoice();
    this.hush();
    if (this.mode === "play") {
      if (!this.playable(card)) void this.why({ card });
      this.picked =
        this.picked && "card" in this.picked && this.picked.index === index ? null : { card, index };
      this.hovered = null;
      sound("card");
      return;
    }
    const answer = this.answers(card);
    if (answer && this.mode === "discard" && this.hand.length === 1) {
      this.parting = !this.parting;
      sound("card");
      return;
    }
    if (answer) {
      sound("card");
      void this.send([answer]);
    } else if (this.myTurn) void this.why({ card });
  }
  pickToken(token: string, index: number): void {
    this.touched = true;
    this.leaveChoice();
    if (this.mode === "pay") {
      const a = this.act("pay", { token }) ?? this.act("use", { token });
      if (a) void this.send([a]);
      return;
    }
    if (this.mode !== "play") return;
    this.hush();
    if (!this.tokenPlayable(token)) void this.why({ token });
    this.picked =
      this.picked && "token" in this.picked && this.picked.index === index ? null : { token, index };
    sound("card");
  }
  get use(): Action | undefined {
    const p = this.picked;
    if (!p || this.mode !== "play") return undefined;
    return "card" in p ? this.act("use", { card: p.card }) : this.act("use", { token: p.token });
  }

  pickSpace(at: string): void {
    this.touched = true;
    const ways = this.ways(at);
    this.hush();
    if (!ways.length) {
      if (this.mode === "play")
        void this.why(at.startsWith("b") ? { blockade: Number(at.slice(1)) } : { at });
      return;
    }
    if (ways.length > 1) {
      this.choice = ways;
      this.considered = ways[0]!;
      this.hovered = at;
      return;
    }
    this.take(ways[0]!);
  }
  leaveChoice(): void {
    this.choice = this.considered = null;
  }
  take(way: Reach): void {
    this.leaveChoice();
    const actions = [...way.actions];
    if (way.kind === "enter") {
      const first =
        this.picked && "card" in this.picked
          ? this.picked.card
          : new Set(way.choices).size === 1
            ? way.choices[0]
            : undefined;
      if (first) actions.push({ do: "give", card: first });
    }
    this.picked = null;
    this.hovered = null;
    void this.send(actions);
  }

  shop(card: string | null): void {
    this.touched = true;
    if (card && this.mode === "take") {
      const a = this.act("take", { card });
      if (a) void this.send([a]);
      return;
    }
    this.shopping = card;
    this.hush();
    this.marketReason = null;
    if (card && this.myTurn && !this.buys.has(card)) void this.whyNotBuy(card);
    this.chosen = card ? (this.buys.get(card) ?? null) : null;
    if (this.chosen) this.picked = null;
  }
  /** Does the market still have it? */
  private offered(card: string): boolean {
    return [...this.view.market.board, ...this.view.market.above].some((pile) => pile?.card === card);
  }
  /** Every payment for the card in question, the proposed one first. */
  get payments(): Payment[] {
    const g = this.shopping ? this.buys.get(this.shopping) : undefined;
    return g ? [g, ...g.alternatives] : [];
  }
  buy(): void {
    if (!this.chosen) return;
    const actions = this.chosen.actions;
    this.shop(null);
    sound("coin");
    void this.send(actions);
  }
  endTurn(): void {
    const end = this.act("end");
    this.picked = null;
    if (end) {
      sound("paper");
      void this.send([end]);
    }
  }
}
