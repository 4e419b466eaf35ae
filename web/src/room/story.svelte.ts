/** Messages of the server on their way to the eyes: one event after another, or all at once. */
interface Told<E> {
  fresh: E[];
  /** The table is as it says already. */
  adopted: boolean;
}
export interface Teller<F, E> {
  /** Shows one event of a message; the next comes when this is done. */
  show(frame: F, event: E, index: number): Promise<void>;
  /** The table is now as the message says. */
  adopt(frame: F): void;
  /** Everything has been shown. */
  rest(): void;
}

export class Story<E, F extends Told<E>> {
  /** Something is still being shown. */
  walking = $state(false);
  private frames: F[] = [];
  private run = 0;
  private wake: () => void = () => undefined;

  constructor(private teller: Teller<F, E>) {}

  /** Whatever was being shown is forgotten; the table is as this message says. */
  jump(frame: F): void {
    this.halt();
    this.adopt(frame);
    this.rest();
  }
  /** To be shown after what is being shown. */
  add(frame: F): void {
    this.frames.push(frame);
    if (!this.walking) void this.walk();
  }
  adopt(frame: F): void {
    frame.adopted = true;
    this.teller.adopt(frame);
  }
  /** Whatever is still to be shown has happened, all at once. */
  skip(): void {
    const last = this.frames.at(-1);
    if (!this.walking || !last) return;
    this.halt();
    if (!last.adopted) this.adopt(last);
    this.rest();
  }
  pause = (ms: number): Promise<void> =>
    new Promise((done) => {
      this.wake = done;
      setTimeout(done, ms);
    });

  private async walk(): Promise<void> {
    const run = ++this.run;
    this.walking = true;
    for (let frame = this.frames[0]; frame; frame = this.frames[0]) {
      for (const [i, event] of frame.fresh.entries()) {
        await this.teller.show(frame, event, i);
        if (run !== this.run) return;
      }
      this.frames.shift();
      if (!frame.adopted) this.adopt(frame);
    }
    this.rest();
  }
  private halt(): void {
    this.run++;
    this.frames = [];
    this.wake();
  }
  private rest(): void {
    this.walking = false;
    this.teller.rest();
  }
}
