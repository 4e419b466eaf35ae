/** Whom I do not hear, and whose page of choices is open. Lines that vanish take neither with them. */
import type { PersonRef } from "../net/schema";
import { care } from "./api";

export interface Somebody {
  person: string;
  name: string;
  room?: string;
}
export const about = $state<{ who: Somebody | null }>({ who: null });

class Unheard {
  private list = $state.raw<PersonRef[]>([]);
  /** Muted since this page was opened: they are named wherever they spoke. */
  private now = $state.raw<Somebody[]>([]);
  private asked = false;

  async ask(): Promise<void> {
    if (this.asked) return;
    this.asked = true;
    this.list = await care.muted().catch(() => []);
  }
  has(person: string): boolean {
    return this.list.some((one) => one.id === person);
  }
  /** Those of these people, and of those muted here, whom I do not hear. */
  among(people: Somebody[], room: string): Somebody[] {
    const all = [...people, ...this.now.filter((one) => one.room === room)];
    return all.filter(
      (one, k) => this.has(one.person) && all.findIndex((o) => o.person === one.person) === k,
    );
  }
  async mute(who: Somebody): Promise<void> {
    this.list = await care.mute(who.person);
    this.now = [...this.now, who];
  }
  async hear(person: string): Promise<void> {
    this.list = await care.unmute(person);
  }
}
export const unheard = new Unheard();
