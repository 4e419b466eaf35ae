/** What is said at a table: which lines are new, which one passes by right now, whether it is heard. */
import type { RoomConnection } from "../net/connection.svelte";
import type { ChatLine } from "../net/types";
import { change, settings } from "../settings.svelte";
import { play as sound } from "../sound";

/** How long a line passes by before only the badge tells of it. */
const PASSING = 7000;

export class Talk {
  /** Number of the last line that was in sight. */
  private seen = $state(-1);
  /** The newest line of somebody else, for a while. */
  passing = $state.raw<ChatLine | null>(null);
  /** The place of the talk is open: everything that comes is seen. */
  open = $state(false);

  /** Made while a component is made, and gone with it. */
  constructor(private link: RoomConnection) {
    let known: number | null = null;
    $effect(() => {
      const last = link.chat.at(-1);
      const before = known;
      // the whole state was heard before; what comes later is new
      known = last?.number ?? (link.room ? -1 : null);
      if (before === null) this.seen = known ?? -1;
      if (!last || before === null || last.number <= before || last.person === link.you?.person) return;
      if (settings.mute) return;
      sound("talk");
      if (this.open) return;
      this.passing = last;
      const gone = setTimeout(() => (this.passing = null), PASSING);
      return () => clearTimeout(gone);
    });
    $effect(() => {
      if (this.open) this.seen = link.chat.at(-1)?.number ?? this.seen;
    });
  }

  get lines(): ChatLine[] {
    return settings.mute ? [] : this.link.chat;
  }
  /** Which seat somebody sits at, for the emblem beside a line. */
  seatOf(person: string | null): number | null {
    return this.link.room?.seats.find((s) => s.person === person)?.seat ?? null;
  }
  /** As they are called at this table; who sits nowhere, or more than once, by their own name. */
  nameOf(line: ChatLine): string {
    const seats = this.link.room?.seats.filter((s) => s.person === line.person) ?? [];
    return (seats.length === 1 && seats[0]!.name) || line.name;
  }
  /** Who else sits at this table. */
  get people(): { person: string; name: string }[] {
    return (this.link.room?.seats ?? []).flatMap((s) =>
      s.person && s.person !== this.me ? [{ person: s.person, name: s.name ?? "" }] : [],
    );
  }
  get room(): string {
    return this.link.code;
  }
  get me(): string | null {
    return this.link.you?.person ?? null;
  }
  get unread(): number {
    return settings.mute
      ? 0
      : this.link.chat.filter((line) => line.number > this.seen && line.person !== this.me).length;
  }
  /** There is somebody to talk to. */
  get possible(): boolean {
    if (this.link.isReplay) return false;
    const people = this.link.room?.seats.flatMap((s) => (s.kind === "person" ? [s.person] : [])) ?? [];
    return new Set([...people, this.me]).size > 1;
  }
  say(text: string): void {
    void this.link.say(text).catch(() => undefined);
  }
  toggleMute(): void {
    change({ mute: !settings.mute });
    this.passing = null;
  }
}
