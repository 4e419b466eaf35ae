/** Asks for a review until it is ready, and tells how far it is. Whoever leaves stops asking. */
import { language } from "../i18n.svelte";
import { api, Refusal } from "../net/api";
import type { GameReview } from "./model";

const PAUSE = 500;
/** The server is busy or cannot be reached: it is asked again after a while, so many times. */
const LATER = 2500;
const PATIENCE = 8;
const PASSING = ["too_fast", "offline"];
const after = (ms: number): Promise<void> => new Promise((go) => setTimeout(go, ms));

export class ReviewLoader {
  review = $state.raw<GameReview | null>(null);
  /** The rules are being compiled: once on a machine. */
  preparing = $state(false);
  done = $state(0);
  total = $state(0);
  fault = $state<string | null>(null);
  /** Asking again would not help: there is nothing to review. */
  never = $state(false);
  private left = false;

  constructor(
    private code: string,
    private seat: number | null,
  ) {}

  async load(): Promise<void> {
    this.fault = null;
    const query = `${this.seat === null ? "" : `seat=${this.seat}&`}lang=${language()}`;
    try {
      for (let missed = 0; !this.left;) {
        const answer = await api.review(this.code, query).catch((error: unknown) => {
          if (error instanceof Refusal && PASSING.includes(error.code) && missed < PATIENCE) return null;
          throw error;
        });
        if (!answer) {
          missed++;
          await after(LATER);
          continue;
        }
        missed = 0;
        this.preparing = answer.preparing;
        this.done = answer.done;
        this.total = answer.total;
        if (answer.status === "ready") {
          this.review = answer.review as unknown as GameReview;
          return;
        }
        await after(PAUSE);
      }
    } catch (error) {
      this.never = error instanceof Refusal && error.code === "no_review";
      this.fault = (error as Error).message;
    }
  }
  leave(): void {
    this.left = true;
  }
}
