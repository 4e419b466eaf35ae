/**
 * One Silver & Gold table as seen from one seat: how the pattern is held, where it would land, what is
 * chosen. No rules: what fits and what it brings comes in as gestures.
 */
import { Asking } from "../../room/asking.svelte";
import type { Way } from "../../room/hold";
import { Story } from "../../room/story.svelte";
import { stepTime } from "../../settings.svelte";
import { play as sound } from "../../sound";
import { advance } from "./advance";
import { at, cellsOf, middle, oriented, shapeKey } from "./geometry";
import type {
  Action,
  CardGesture,
  Cell,
  Components,
  GameEvent,
  Gesture,
  MapInfo,
  MarkGesture,
  PatternInfo,
  View,
} from "./model";
import type { MoveSender, Player } from "../../room/session.svelte";

export type Mode = "over" | "watch" | "wait" | "keep" | "mark" | "extra" | "take";
/** Where the pointer is: a map and a place on it, in fields. */
export interface Spot {
  map: number;
  x: number;
  y: number;
}

/** A message of the server on its way to the eyes. */
interface Frame {
  view: View;
  gestures: Gesture[];
  events: GameEvent[];
  actors: number[];
  canUndo: boolean;
  fresh: GameEvent[];
  adopted: boolean;
}
/** What may be asked of the server: why is this not possible? */
interface Question {
  map?: number;
  cells?: Cell[];
  card?: string;
  end?: boolean;
}
/** How long the others' doings are looked at, in steps. */
const PACE: Record<string, number> = {
  "silvergold.mark": 1.5,
  "silvergold.coins": 0.5,
  "silvergold.palm": 0.5,
  "silvergold.complete": 2,
  "silvergold.trophy": 2,
  "silvergold.take": 2,
};

/** How far, in fields, a piece jumps to where it fits. */
const SNAP = 1.05;

export class Play {
  readonly maps: Map<string, MapInfo>;
  readonly patterns: Map<string, PatternInfo>;
  /** Rows of the largest map. */
  readonly rows: number;

  view = $state.raw<View>(null!);
  gestures = $state.raw<Gesture[]>([]);
  events = $state.raw<GameEvent[]>([]);
  players = $state.raw<Player[]>([]);
  /** Seats that still have to do something, as the server tells everyone. */
  actors = $state.raw<number[]>([]);
  canUndo = $state(false);
  busy = $state(false);
  fault = $state<string | null>(null);
  private asking: Asking<Question>;

  turns = $state(0);
  mirrored = $state(false);
  wantsOne = $state(false);
  spot = $state.raw<Spot | null>(null);
  focus = $state.raw<{ map: number; cell: Cell } | null>(null);
  pinned = $state.raw<MarkGesture | null>(null);
  /** Maps picked while choosing two of four. */
  chosen = $state.raw<string[]>([]);
  touched = $state(false);
  /** What is celebrated right now: the map of a place, a trophy, or both. */
  bursts = $state.raw<{ where: number | "trophy"; id: number }[]>([]);
  /** The map the pointer rests on, and the one that was opened to be looked at. */
  inspected = $state<string | null>(null);
  opened = $state<string | null>(null);
  /** What a coach would mark. */
  advised = $state.raw<{ map: number; cells: Cell[] }[] | null>(null);
  /** Which maps it would keep or take; "deck" for one from the deck. */
  advisedMaps = $state.raw<string[]>([]);

  private story = new Story<GameEvent, Frame>({
    show: (frame, e, i) => this.tell(frame, e, i),
    adopt: (frame) => this.adopt(frame),
    rest: () => undefined,
  });

  constructor(
    readonly components: Components,
    private moves: MoveSender,
  ) {
    this.asking = new Asking(moves, (message) => (this.fault = message));
    this.maps = new Map(components.maps.map((m) => [m.id, m]));
    this.patterns = new Map(components.patterns.map((p) => [p.id, p]));
    this.rows = Math.max(...components.maps.map((m) => m.grid.length));
  }

  /** `fresh` is what just happened and may be shown in motion; null: everything is as it is. */
  receive(
    view: View,
    gestures: Gesture[],
    events: GameEvent[],
    actors: number[],
    canUndo: boolean,
    fresh: GameEvent[] | null = null,
  ): void {
    const frame: Frame = { view, gestures, events, actors, canUndo, fresh: fresh ?? [], adopted: false };
    const told = frame.fresh.some((e) => e.seat !== this.self && PACE[e.key]);
    if (this.view === null || stepTime() === 0 || !(told || this.walking)) this.story.jump(frame);
    else this.story.add(frame);
  }

  private adopt({ view, gestures, events, actors, canUndo }: Frame): void {
    const before = this.view as View | null;
    const flipped = !before || before.turn.round !== view.turn.round || before.turn.flip !== view.turn.flip;
    this.view = view;
    this.gestures = gestures;
    this.events = events;
    this.actors = actors;
    this.canUndo = canUndo;
    this.fault = this.asking.said = null;
    if (flipped || before?.seat !== view.seat) {
      this.turns = 0;
      this.mirrored = false;
      this.wantsOne = false;
    }
    const pin = this.pinned;
    this.pinned = pin && flipped === false ? (this.placements.find((g) => same(g, pin)) ?? null) : null;
    this.chosen = this.chosen.filter((card) => this.me?.dealt?.includes(card));
  }

  /** What the others did appears with what it brings, seat by seat; then the next card is turned. */
  private async tell(frame: Frame, e: GameEvent, i: number): Promise<void> {
    this.gestures = [];
    this.actors = [];
    this.canUndo = false;
    const last = !frame.fresh.slice(i + 1).some((later) => later.seat === e.seat && PACE[later.key]);
    this.view = advance(this.view, e, frame.view, last);
    this.events = frame.events.slice(0, frame.events.length - frame.fresh.length + i + 1);
    const pace = PACE[e.key];
    if (!pace || e.seat === this.self) return;
    if (e.key === "silvergold.mark") sound("pen", 0.5);
    else if (e.key === "silvergold.take") sound("paper", 0.5);
    await this.story.pause(stepTime() * pace);
  }
  /** Something of the others is being shown. */
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
  /** A finished game looked at again: the seat is only looked through. */
  isReplay = false;
  /** A puzzle: nobody is waited for, and nothing is pointed at. */
  isPuzzle = $state(false);
  /** The turn of a puzzle is over: nothing is left to do. */
  isDone = $state(false);
  /** Who "you" is in what the table says. */
  get self(): number | null {
    return this.isReplay ? null : this.seat;
  }
  get me() {
    return this.seat === null ? null : this.view.seats[this.seat]!;
  }
  name(seat: number): string {
    return this.players[seat]?.name ?? `${seat + 1}`;
  }
  get others(): number[] {
    const first = this.seat ?? 0,
      n = this.view.seats.length;
    return Array.from({ length: n - 1 }, (_, k) => (first + 1 + k) % n);
  }
  owing = (seat: number): boolean => !this.view.over && this.actors.includes(seat);
  get mine(): boolean {
    return this.self !== null && this.owing(this.self);
  }
  get mode(): Mode {
    if (this.view.over) return "over";
    if (this.self === null) return "watch";
    if (!this.mine) return "wait";
    if (this.view.turn.phase === "keep") return "keep";
    if (this.view.turn.phase === "replace") return "take";
    return this.me!.owed.pattern ? "mark" : "extra";
  }

  /** Looks closer at a map. */
  inspect(card: string, way: Way): void {
    if (way === "hold") {
      this.opened = card;
      this.inspected = null;
    } else this.inspected = way === "rest" ? card : null;
  }
  private celebrated = 0;
  celebrate(where: number | "trophy"): void {
    const id = ++this.celebrated;
    this.bursts = [...this.bursts.filter((one) => one.where !== where), { where, id }];
    setTimeout(() => (this.bursts = this.bursts.filter((one) => one.id !== id)), 900);
  }
  get marking(): boolean {
    return this.mode === "mark" || this.mode === "extra";
  }
  get canShape(): boolean {
    return this.mode === "mark" && !this.one;
  }

  // ---- the piece in hand ----

  marks = $derived(this.gestures.filter((g): g is MarkGesture => g.kind === "mark"));
  fitsSomewhere = $derived(this.marks.some((g) => g.pattern));
  /** One field is marked: by wish, because the pattern fits nowhere, or because a cross gives it. */
  one = $derived(this.wantsOne || !this.fitsSomewhere);
  placements = $derived(this.marks.filter((g) => g.pattern !== this.one));
  glow = $derived.by(() => {
    const lit: Set<string>[] = [new Set(), new Set()];
    for (const g of this.placements) for (const c of g.cells) lit[g.map]!.add(at(c));
    return lit;
  });
  get pattern(): Cell[] {
    const found = this.view.turn.pattern ? this.patterns.get(this.view.turn.pattern) : undefined;
    return found ? cellsOf(found.grid) : [[0, 0]];
  }
  shape = $derived.by((): Cell[] =>
    this.one && this.mode !== "wait" ? [[0, 0]] : oriented(this.pattern, this.turns, this.mirrored),
  );
  /** The expedition card shows the whole pattern the way it is held, also while one field is marked. */
  held = $derived.by((): Cell[] => oriented(this.pattern, this.turns, this.mirrored));
  private fitting = $derived.by(() => {
    const key = shapeKey(this.shape);
    return this.placements.filter((g) => shapeKey(g.cells) === key);
  });

  /** Where the piece would land. */
  aim = $derived.by((): MarkGesture | null => {
    if (this.spot) return this.nearest(this.fitting, this.spot);
    if (this.focus) return this.covering(this.fitting, this.focus.map, this.focus.cell)[0] ?? null;
    return null;
  });
  /** The piece where the pointer is, when it does not fit there. */
  ghost = $derived.by((): { map: number; x: number; y: number; cells: Cell[] } | null => {
    if (!this.spot || this.aim || this.pinned || !this.placements.length) return null;
    const [x, y] = middle(this.shape);
    return { map: this.spot.map, x: this.spot.x - x, y: this.spot.y - y, cells: this.shape };
  });
  piece = $derived(this.pinned ?? this.aim);

  private nearest(among: MarkGesture[], spot: Spot, reach = SNAP): MarkGesture | null {
    let best: MarkGesture | null = null,
      least = reach;
    for (const g of among) {
      if (g.map !== spot.map) continue;
      const [x, y] = middle(g.cells),
        far = Math.hypot(x - spot.x, y - spot.y);
      if (far < least) {
        least = far;
        best = g;
      }
    }
    return best;
  }
  private covering(among: MarkGesture[], map: number, cell: Cell): MarkGesture[] {
    return among.filter((g) => g.map === map && g.cells.some((c) => at(c) === at(cell)));
  }

  /** What marking this one field would bring, from the gesture that marks it alone. */
  alone = $derived(
    new Map(this.marks.filter((g) => !g.pattern).map((g) => [`${g.map}:${at(g.cells[0]!)}`, g.brings])),
  );

  private hold(g: MarkGesture): void {
    const key = shapeKey(g.cells);
    if (g.cells.length > 1 && key !== shapeKey(this.held)) {
      for (let k = 0; k < 8; k++) {
        const turns = (this.turns + k) % 4,
          mirrored = k < 4 ? this.mirrored : !this.mirrored;
        if (shapeKey(oriented(this.pattern, turns, mirrored)) === key) {
          this.turns = turns;
          this.mirrored = mirrored;
          return;
        }
      }
    }
  }
  turn(by = 1): void {
    this.reshape(() => {
      this.turns = (((this.turns + by) % 4) + 4) % 4;
    });
  }
  mirror(): void {
    this.reshape(() => {
      this.mirrored = !this.mirrored;
      this.turns = (4 - this.turns) % 4;
    });
  }
  /** Turns or mirrors; a piece that lies on a map goes along, on to the next way that fits there. */
  private reshape(change: () => void): void {
    this.touched = true;
    this.asking.said = null;
    const pin = this.pinned;
    if (!pin || this.one) {
      change();
      sound("card");
      return;
    }
    const [x, y] = middle(pin.cells);
    this.pinned = null;
    for (let k = 0; k < 4; k++) {
      change();
      const found = this.nearest(this.fitting, { map: pin.map, x, y }, 1.6);
      if (found && !same(found, pin)) {
        this.pinned = found;
        break;
      }
    }
    if (!this.pinned) {
      this.pinned = pin;
      this.hold(pin);
    }
    sound("card");
  }
  toggleOne(): void {
    if (this.mode !== "mark" || !this.fitsSomewhere) return;
    this.touched = true;
    this.wantsOne = !this.wantsOne;
    this.pinned = null;
  }

  // ---- what a person does ----

  hover(spot: Spot | null): void {
    this.spot = spot;
    if (spot) this.focus = null;
  }
  /** Lays the piece down where it is aimed, or turns it so that it covers this field. */
  pick(map: number, cell: Cell | null, cycle = false): boolean {
    this.touched = true;
    let found = this.aim;
    if (cell && (cycle || !found)) {
      const ways = [
        ...this.covering(this.fitting, map, cell),
        ...this.covering(this.placements, map, cell).filter((g) => !this.fitting.includes(g)),
      ];
      const now = this.pinned ? ways.findIndex((g) => same(g, this.pinned!)) : -1;
      found = ways.length ? ways[(now + 1) % ways.length]! : null;
    }
    this.asking.said = null;
    if (!found) {
      void this.why({ map, cells: this.wouldCover(map, cell) });
      return false;
    }
    this.pinned = found;
    this.hold(found);
    sound("card");
    return true;
  }
  /** Where the piece would lie, fit or not. */
  private wouldCover(map: number, cell: Cell | null): Cell[] {
    const [x, y] = middle(this.shape);
    const by: [number, number] =
      this.spot?.map === map
        ? [Math.round(this.spot.y - y), Math.round(this.spot.x - x)]
        : [(cell?.[0] ?? 0) - this.shape[0]![0], (cell?.[1] ?? 0) - this.shape[0]![1]];
    return this.shape.map(([r, c]) => [r + by[0], c + by[1]]);
  }
  /** Why the last thing asked for is not possible, and where the piece would have lain. */
  get refusal() {
    return this.asking.said;
  }
  why(question: Question): Promise<void> {
    return this.asking.ask(question);
  }
  /** The keyboard's focus came to something impossible, or left it. */
  consider(question: Question | null): void {
    this.asking.consider(this.marking ? question : null);
  }
  /** The keyboard's focus came to a field, or left it. */
  attend(here: { map: number; cell: Cell } | null): void {
    this.focus = here;
    const covered =
      !here || this.covers(here.map, here.cell) || this.covering(this.placements, here.map, here.cell).length;
    this.consider(covered ? null : { map: here.map, cells: this.wouldCover(here.map, here.cell) });
  }
  drop(): void {
    if (this.aim) {
      this.pinned = this.aim;
      this.touched = true;
      sound("card");
    }
    this.spot = null;
  }
  covers(map: number, cell: Cell): boolean {
    return this.pinned?.map === map && this.pinned.cells.some((c) => at(c) === at(cell));
  }
  letGo(): void {
    this.asking.said = null;
    this.pinned = null;
    this.wantsOne = false;
  }

  mark(): void {
    if (!this.pinned) return;
    const actions = this.pinned.actions;
    sound("pen");
    this.spot = null;
    void this.send(actions);
  }

  keeps = $derived(
    new Map(this.gestures.filter((g): g is CardGesture => g.kind === "keep").map((g) => [g.card, g])),
  );
  takes = $derived(
    new Map(this.gestures.filter((g): g is CardGesture => g.kind === "take").map((g) => [g.card, g])),
  );
  get toKeep(): number {
    return this.components.score_sheet.kept - (this.me?.maps.filter((m) => m !== null).length ?? 0);
  }
  choose(card: string): void {
    if (!this.keeps.has(card)) return;
    this.touched = true;
    this.chosen = this.chosen.includes(card)
      ? this.chosen.filter((c) => c !== card)
      : [...this.chosen, card].slice(-this.toKeep);
    sound("card");
  }
  keep(): void {
    if (this.chosen.length !== this.toKeep) return;
    // in the order they lie on the table, whichever was picked first
    const picked = (this.me?.dealt ?? []).filter((card) => this.chosen.includes(card));
    void this.send(picked.flatMap((card) => this.keeps.get(card)?.actions ?? []));
  }
  take(card: string): void {
    const g = this.takes.get(card);
    if (!g) void this.why({ card });
    if (g) {
      sound("paper");
      void this.send(g.actions);
    }
  }

  async send(actions: Action[]): Promise<void> {
    await this.ask(() => this.moves.send(actions));
  }
  /** Waits for a move that is still on its way: a quick hand is not ignored. */
  async undo(): Promise<void> {
    if (this.pinned) {
      this.pinned = null;
      return;
    }
    await this.sending?.catch(() => undefined);
    if (this.canUndo) await this.ask(() => this.moves.undo());
  }
  private sending: Promise<void> | null = null;
  private async ask(what: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.sending = what();
    try {
      await this.sending;
    } catch (error) {
      this.fault = (error as Error).message;
    } finally {
      this.busy = false;
      this.sending = null;
    }
  }
}

const same = (a: MarkGesture, b: MarkGesture): boolean =>
  a.map === b.map && a.cells.map(at).join() === b.cells.map(at).join();
