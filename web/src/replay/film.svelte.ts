/** A finished game as a film: its outline whole, its tables piece by piece, and where in it one is. */
import type { Frame, Outline } from "../net/types";

/** Through whose eyes: a seat, a spectator, or everybody with all cards open. */
export type Eyes = "open" | "public" | number;
export type Event_ = Outline["steps"][number]["events"][number];
export interface Shelf {
  outline(eyes: Eyes): Promise<Outline>;
  frames(eyes: Eyes, first: number, count: number): Promise<Frame[]>;
}

export const PIECE = 40;
/** Milliseconds an action stays on the table while the film runs. */
export const PACE = { "0.5": 1800, "1": 900, "2": 450, "4": 200 } as const;
export type Pace = keyof typeof PACE;

/** Where turns begin: at the events that begin one. */
export function turnStarts(outline: Outline, turn: string | undefined): number[] {
  return [
    0,
    ...outline.steps
      .filter((step) => step.events.some((e) => e.key === turn) && step.ply < outline.plies)
      .map((step) => step.ply),
  ];
}

/**
 * What had happened when `ply` was reached. Where a phase is still open its events are told again with every
 * step.
 */
export function journalAt(outline: Outline, ply: number): Event_[] {
  const told: Event_[] = [];
  for (const step of outline.steps.slice(0, ply)) {
    while (told.length && (told.at(-1)!.ply as number) >= step.since) told.pop();
    told.push(...step.events);
  }
  return told;
}

export class Film {
  outline = $state.raw<Outline | null>(null);
  frame = $state.raw<Frame | null>(null);
  /** What led to this frame, where it directly follows the one shown before; for those who animate it. */
  fresh = $state.raw<Event_[] | null>(null);
  at = $state(0);
  eyes = $state<Eyes>("open");
  running = $state(false);
  pace = $state<Pace>("1");
  fault = $state<string | null>(null);
  /** The event that begins a turn in this game. */
  turnEvent = $state<string | undefined>();
  starts = $derived(this.outline ? turnStarts(this.outline, this.turnEvent) : [0]);
  /** Which turn this is, from 1. */
  turn = $derived(this.starts.filter((start) => start <= this.at).length);

  private pieces = new Map<string, Promise<Frame[]>>();
  private wish = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private shelf: Shelf) {}

  get last(): number {
    return this.outline?.plies ?? 0;
  }
  get step() {
    return this.outline?.steps[this.at - 1] ?? null;
  }
  get journal(): Event_[] {
    return this.outline ? journalAt(this.outline, this.at) : [];
  }

  async open(eyes: Eyes, ply: number): Promise<void> {
    this.eyes = eyes;
    this.pieces.clear();
    try {
      this.outline = await this.shelf.outline(eyes);
      await this.show(Math.min(ply, this.last));
    } catch (error) {
      this.fault = (error as Error).message;
    }
  }
  async look(eyes: Eyes): Promise<void> {
    this.pause();
    await this.open(eyes, this.at);
  }

  /** Goes to a ply; where several are asked for in a hurry only the last one is shown. */
  async show(ply: number): Promise<void> {
    const wanted = Math.max(0, Math.min(ply, this.last)),
      wish = ++this.wish;
    const follows = this.frame !== null && wanted === this.at + 1;
    this.at = wanted;
    try {
      const frame = await this.load(wanted);
      if (wish !== this.wish) return;
      this.fault = null;
      this.fresh = follows ? (this.step?.events ?? null) : null;
      this.frame = frame;
    } catch (error) {
      if (wish !== this.wish) return;
      this.pause();
      this.fault = (error as Error).message;
    }
  }
  private async load(ply: number): Promise<Frame> {
    const first = ply - (ply % PIECE);
    const frames = await this.piece(first);
    if (ply % PIECE > PIECE - 10 && first + PIECE <= this.last)
      void this.piece(first + PIECE).catch(() => undefined);
    const frame = frames.find((f) => f.ply === ply);
    if (!frame) throw new Error(`Ply ${ply} is missing in the answer of the server.`);
    return frame;
  }
  private piece(first: number): Promise<Frame[]> {
    const name = `${this.eyes}:${first}`;
    let found = this.pieces.get(name);
    if (!found) {
      found = this.shelf.frames(this.eyes, first, PIECE);
      found.catch(() => this.pieces.delete(name));
      this.pieces.set(name, found);
    }
    return found;
  }

  next(): void {
    this.pause();
    void this.show(this.at + 1);
  }
  back(): void {
    this.pause();
    void this.show(this.at - 1);
  }
  nextTurn(): void {
    this.pause();
    void this.show(this.starts.find((start) => start > this.at) ?? this.last);
  }
  backTurn(): void {
    this.pause();
    void this.show(this.starts.findLast((start) => start < this.at) ?? 0);
  }
  first(): void {
    this.pause();
    void this.show(0);
  }
  end(): void {
    this.pause();
    void this.show(this.last);
  }

  toggle(): void {
    if (this.running) this.pause();
    else this.run();
  }
  run(): void {
    if (!this.outline) return;
    this.running = true;
    if (this.at >= this.last) void this.show(0);
    this.wait();
  }
  private wait(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.tick(), PACE[this.pace]);
  }
  private async tick(): Promise<void> {
    await this.show(this.at + 1);
    if (!this.running) return;
    if (this.at >= this.last) this.running = false;
    else this.wait();
  }
  pause(): void {
    this.running = false;
    clearTimeout(this.timer);
  }
}
