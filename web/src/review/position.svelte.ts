import { untrack } from "svelte";
import { api } from "../net/api";
import type { GameReview, ReviewTurn } from "./model";

/** A turn, the table as it stood where it could have gone better, and the components: they go together. */
export class ReviewPosition<C, V> {
  turn = $state.raw<ReviewTurn | null>(null);
  components = $state.raw<C | null>(null);
  view = $state.raw<V | null>(null);
  /** The table of the turn asked for did not come. */
  fault = $state<string | null>(null);
  private tries = $state(0);

  constructor(
    code: () => string,
    review: () => GameReview,
    private wanted: () => ReviewTurn | null,
  ) {
    let asked = 0;
    $effect(() => {
      void this.tries;
      const one = wanted();
      if (!one) return;
      const wish = ++asked;
      const ply = one.better?.ply ?? one.ply;
      const { game, setup } = untrack(review);
      this.fault = null;
      Promise.all([
        untrack(() => this.components) ?? api.components<C>(game, setup),
        api.replay(code(), `seat=${one.seat}&first=${ply}&count=1&open=false`),
      ]).then(
        ([components, { frames }]) => {
          if (wish !== asked) return;
          this.components = components;
          this.view = frames[0]!.view as unknown as V;
          this.turn = one;
        },
        (error: Error) => {
          if (wish === asked) this.fault = error.message;
        },
      );
    });
  }
  /** What is there still is the turn before. */
  get late(): boolean {
    return this.turn !== this.wanted();
  }
  again(): void {
    this.tries++;
  }
}
