/** The table of a puzzle: one turn of one seat, kept on this page; the server says what may be done. */
import { api } from "../net/api";
import { RoomConnection } from "../net/connection.svelte";
import type { PuzzleTable, Room, Table } from "../net/types";
import type { Nudge } from "../room/nudges";

export class PuzzleRoom extends RoomConnection {
  /** The turn so far, gesture by gesture. */
  private gestures: object[][] = [];
  /** The answer, once it was asked for: the rest of it is shown as long as the turn follows it. */
  private solution: object[] | null = null;
  over = $state(false);
  puzzle = $state.raw<PuzzleTable | null>(null);
  /** The table as the puzzle begins. */
  first = $state.raw<object | null>(null);
  private step = 0;

  constructor(
    readonly id: string,
    private you_: string,
    private others: (seat: number) => string,
  ) {
    super(id, false);
    this.connection = "open";
  }
  get actions(): object[] {
    return this.gestures.flat();
  }
  async open(): Promise<void> {
    await this.play([]);
  }
  /** Goes on with the turn as it would then be, as soon as the server agrees. */
  private async play(gestures: object[][]): Promise<void> {
    const told = await api.puzzleTable(this.id, gestures.flat());
    this.gestures = gestures;
    this.layOut(told);
  }
  private layOut(told: PuzzleTable): void {
    this.puzzle = told;
    this.first ??= told.view;
    const players = (told.view.seats as unknown[]).length;
    this.room ??= {
      code: this.id,
      game: told.game,
      setup: told.setup,
      status: "playing",
      rated: false,
      public: false,
      agreed: [],
      clock: { kind: "none" },
      seats: Array.from({ length: players }, (_, seat) => ({
        seat,
        kind: seat === told.seat ? "person" : "bot",
        name: seat === told.seat ? this.you_ : this.others(seat),
        person: seat === told.seat ? "me" : null,
        level: null,
        connected: true,
      })),
    } as unknown as Room;
    this.you = { person: "me", seats: [told.seat], looking: told.seat } as never;
    this.events = told.events as never;
    this.fresh = null;
    this.over = told.over;
    this.table = {
      ply: ++this.step,
      count: 0,
      line: this.step,
      since: 0,
      events: told.events,
      view: told.view,
      actors: told.over ? [] : [told.seat],
      legal: [],
      gestures: told.gestures,
      can_undo: this.gestures.length > 0 && !told.over,
      thinking: [],
      clocks: null,
    } as unknown as Table;
    this.follow();
  }
  /** Shows the answer on the table. */
  show(solution: object[]): void {
    this.solution = solution;
    this.follow();
  }
  private follow(): void {
    const rest = this.solution && restOf(this.solution, this.actions);
    // what came last stays in sight, also where the table before it is shown
    this.advice = (this.over ? (this.gestures.at(-1) ?? null) : rest) as typeof this.advice;
  }
  override async send(actions: object[]): Promise<void> {
    if (this.over) return;
    await this.play([...this.gestures, actions]);
  }
  override async undo(): Promise<void> {
    await this.play(this.gestures.slice(0, -1));
  }
  async again(): Promise<void> {
    await this.play([]);
  }
  override look(): Promise<void> {
    return Promise.resolve();
  }
  override resign(): Promise<void> {
    return Promise.resolve();
  }
  override say(): Promise<void> {
    return Promise.resolve();
  }
}

const plain = (action: object): string => JSON.stringify(Object.entries(action).sort());
/** What is left of a turn after some of its actions, in whatever order; null where another was among them. */
function restOf(turn: object[], done: object[]): object[] | null {
  const rest = [...turn];
  for (const action of done.map(plain)) {
    const at = rest.findIndex((one) => plain(one) === action);
    if (at < 0) return null;
    rest.splice(at, 1);
  }
  return rest;
}

/** The puzzle of a table, where it is one. */
export const puzzleOf = (link: RoomConnection): PuzzleRoom | null =>
  link instanceof PuzzleRoom ? link : null;
/** A newcomer's hints wait for a game: a puzzle points at nothing, and none of them counts as heard. */
export const silent = (steps: Nudge[]): Nudge[] =>
  steps.map((step) => ({ ...step, now: false, done: false }));
