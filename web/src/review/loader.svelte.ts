/** Asks for a review until it is ready, and tells how far it is. Whoever leaves stops asking. */
import { language } from "../i18n.svelte";
import { api } from "../net/api";
import type { GameReview } from "./model";

const PAUSE = 350;

export class ReviewLoader {
  review = $state.raw<GameReview | null>(null);
  /** The rules are being compiled: once on a machine. */
  preparing = $state(false);
  done = $state(0);
  total = $state(0);
  fault = $state<string | null>(null);
  private left = false;

  constructor(
    private code: string,
    private seat: number | null,
  ) {}

  async load(): Promise<void> {
    this.fault = null;
    const query = `${this.seat === null ? "" : `seat=${this.seat}&`}lang=${language()}`;
    try {
      while (!this.left) {
        const answer = await api.review(this.code, query);
        this.preparing = answer.preparing;
        this.done = answer.done;
        this.total = answer.total;
        if (answer.status === "ready") {
          this.review = answer.review as unknown as GameReview;
          return;
        }
        await new Promise((go) => setTimeout(go, PAUSE));
      }
    } catch (error) {
      this.fault = (error as Error).message;
    }
  }
  leave(): void {
    this.left = true;
  }
}
