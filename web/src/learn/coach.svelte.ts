/**
 * Leads through one chapter: waits for the right move, explains others and takes them back, plays for the
 * opponents.
 */
import { fits, judge, type Action, type Chapter, type DoStep, type Step } from "./lesson";
import type { LessonRoom } from "./lessonroom.svelte";

type Room = Pick<LessonRoom, "table" | "events" | "send" | "undo" | "act" | "end" | "guide">;
export interface School<R> {
  /** A new room at the chapter's position, ready to be played in. */
  open(chapter: Chapter): Promise<R>;
  pause(ms: number): Promise<void>;
}
/** How long a wrong move stays on the table, and an opponent's before the next. */
const LOOK = 1500,
  OTHERS = 700;

export class Coach<R extends Room = LessonRoom> {
  room = $state.raw<R | null>(null);
  index = $state(0);
  /** Why the last move was taken back; the key of a sentence of this step. */
  wrong = $state<string | null>(null);
  /** The step before was done; its sentence stays until something else happens. */
  praise = $state<Step | null>(null);
  over = $state(false);
  busy = $state(false);
  fault = $state<string | null>(null);
  private begun = 0;

  constructor(
    readonly chapter: Chapter,
    private school: School<R>,
  ) {}

  get step(): Step {
    return this.chapter.steps[Math.min(this.index, this.chapter.steps.length - 1)]!;
  }

  async begin(): Promise<void> {
    try {
      await this.seat();
      await this.enter(0);
    } catch (error) {
      this.fault = (error as Error).message;
    }
  }
  /** A table of its own, played by the script to the beginning of a step. */
  private async seat(until = 0): Promise<void> {
    const room = await this.school.open(this.chapter);
    for (const step of this.chapter.steps.slice(0, until)) {
      if (step.kind === "do") await room.act(0, step.solution);
      if (step.kind === "others") for (const turn of step.turns) await room.act(turn.seat, turn.actions);
    }
    room.guide = (actions, send) => this.take(actions, send);
    this.room = room;
  }

  private async enter(index: number): Promise<void> {
    this.index = index;
    if (index >= this.chapter.steps.length) {
      this.over = true;
      return;
    }
    const step = this.step;
    this.begun = this.line();
    if (step.kind !== "others") return;
    this.busy = true;
    try {
      for (const turn of step.turns) {
        await this.school.pause(OTHERS);
        await this.room!.act(turn.seat, turn.actions);
      }
      await this.school.pause(OTHERS);
    } finally {
      this.busy = false;
    }
    await this.enter(index + 1);
  }
  private line(): number {
    return this.room?.table?.line ?? 0;
  }

  next(): void {
    if (this.step.kind !== "read") return;
    this.praise = null;
    void this.enter(this.index + 1);
  }

  /** Every move of the learner comes here first. */
  async take(actions: Action[], send: () => Promise<void>): Promise<void> {
    const step = this.step;
    if (this.busy || this.over || step.kind !== "do") {
      this.wrong = step.kind === "read" ? "read" : null;
      return;
    }
    const say = judge(step, actions);
    await send();
    if (say === null) await this.go(step);
    else await this.back(say);
  }
  private async go(step: DoStep): Promise<void> {
    this.wrong = null;
    if (!this.isDone(step)) return;
    this.praise = step;
    await this.enter(this.index + 1);
  }
  private isDone(step: DoStep): boolean {
    return (this.room?.events ?? []).some(
      (event) => (event.ply as number) >= this.begun && fits(step.done, event),
    );
  }
  private async back(say: string): Promise<void> {
    this.praise = null;
    this.wrong = say;
    this.busy = true;
    try {
      await this.school.pause(LOOK);
      if (this.room!.table?.can_undo) await this.room!.undo();
      else await this.again();
    } catch (error) {
      this.fault = (error as Error).message;
    } finally {
      this.busy = false;
    }
  }
  /** What was seen cannot be unseen: the table is set up anew and played to the beginning of this step. */
  private async again(): Promise<void> {
    const old = this.room;
    await this.seat(this.index);
    void old?.end();
    this.begun = this.line();
  }

  leave(): void {
    void this.room?.end();
  }
}
