/**
 * The room of a lesson: all its seats belong to this page, one of them is the learner's, the script plays
 * the others.
 */
import { RoomConnection } from "../net/connection.svelte";
import type { You } from "../net/types";
import type { Action } from "./lesson";

export class LessonRoom extends RoomConnection {
  /** Who looks at every move before it is sent. */
  guide: ((actions: Action[], send: () => Promise<void>) => Promise<void>) | null = null;
  protected override viewpoint: number | null = 0;

  protected override mine(you: You): You {
    return { ...you, seats: you.seats.filter((seat) => seat === 0) };
  }

  /** Resolves when the learner's own view of the table has come. */
  async ready(): Promise<void> {
    while (this.table === null || this.you?.looking !== 0) {
      if (this.connection === "gone") throw new Error("lost");
      await new Promise((done) => setTimeout(done, 30));
    }
  }

  override send(actions: object[]): Promise<void> {
    const send = (): Promise<void> => super.send(actions);
    return this.guide ? this.guide(actions as Action[], send) : send();
  }
  /** Plays for any seat; a seat of the script acts once in each phase, so its own counter stands at 0. */
  act(seat: number, actions: Action[]): Promise<void> {
    return this.ask({
      type: "act",
      seat,
      ply: this.table?.ply ?? 0,
      count: seat === 0 ? (this.table?.count ?? 0) : 0,
      actions: actions as never,
    });
  }
  /** The lesson is over: the game ends without a result. */
  async end(): Promise<void> {
    const seats = this.room?.seats.length ?? 0;
    if (this.room?.status === "playing")
      for (let seat = 0; seat < seats; seat++)
        await this.ask({ type: "agree", seat, end: true }).catch(() => undefined);
    this.close();
  }
}
