/** "No, because": what was asked for and is not possible, and why, as the server says it. */
import type { MoveSender } from "./session.svelte";

export interface Refusal<Q> {
  text: string;
  about: Q;
}
/** How long the focus rests before the table says why not. */
const RESTED = 350;

export class Asking<Q extends object> {
  said = $state.raw<Refusal<Q> | null>(null);
  private asked = 0;
  private soon: ReturnType<typeof setTimeout> | undefined;
  /** What was said because the focus rested, not because something was pressed. */
  private heard: Refusal<Q> | null = null;

  constructor(
    private moves: MoveSender,
    /** The question itself could not be asked. */
    private fail: (message: string) => void,
  ) {}

  /** The server says why; an answer that comes after the next question is not shown. */
  async ask(question: Q): Promise<void> {
    const asked = ++this.asked;
    try {
      const text = await this.moves.why?.(question);
      if (text && asked === this.asked) this.said = { text, about: question };
    } catch (error) {
      this.fail((error as Error).message);
    }
  }
  /** Asks when the keyboard's focus has rested; what was said of the place before goes with it. */
  consider(question: Q | null): void {
    clearTimeout(this.soon);
    if (this.heard && this.said === this.heard) this.said = null;
    this.heard = null;
    if (!question) return;
    this.soon = setTimeout(() => {
      void this.ask(question).then(() => (this.heard = this.said));
    }, RESTED);
  }
}
