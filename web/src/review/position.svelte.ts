import { untrack } from "svelte";
import { api } from "../net/api";
import type { GameReview, ReviewTurn } from "./model";

/** The table as it stood where a turn could have gone better, and the components to draw it. */
export class ReviewPosition<C, V> {
  components = $state.raw<C | null>(null);
  view = $state.raw<V | null>(null);

  constructor(code: () => string, review: () => GameReview, turn: () => ReviewTurn | null) {
    const { game, setup } = untrack(review);
    void api.components<C>(game, setup).then((found) => (this.components = found));
    let asked = 0;
    $effect(() => {
      const one = turn();
      if (!one) return;
      const wish = ++asked;
      const ply = one.better?.ply ?? one.ply;
      void api.replay(code(), `seat=${one.seat}&first=${ply}&count=1&open=false`).then((answer) => {
        if (wish === asked) this.view = answer.frames[0]!.view as unknown as V;
      });
    });
  }
}
