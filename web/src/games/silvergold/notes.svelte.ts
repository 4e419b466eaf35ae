/** Trophies, one's own completed maps and the end of a round explain themselves, one after the other. */
import { t } from "../../i18n.svelte";
import { stepTime } from "../../settings.svelte";
import { play as sound } from "../../sound";
import type { GameEvent } from "./model";
import type { Play } from "./play.svelte";
import { mapName } from "./say";

export interface Note {
  id: number;
  icon: string;
  title: string;
  text: string;
}
const SHOWN = 3200;

export class Notes {
  private queue = $state.raw<Note[]>([]);
  private nextId = 0;
  /** Where one's own maps lay before the last message. */
  private slots = new Map<string, number>();

  /** Made while a component is made, and gone with it. */
  constructor(private play: Play) {
    let known: Set<string> | null = null;
    // several things happen in one ply, and they are shown one after the other
    const name = (e: GameEvent): string => [e.ply, e.seat, e.key, e.card, e.points, e.round].join();
    $effect(() => {
      const events = play.events,
        before = known;
      known = new Set(events.map(name));
      if (before && !play.view.over) for (const e of events) if (!before.has(name(e))) this.tell(e);
      if (play.self === null) return;
      this.slots = new Map(play.me!.maps.flatMap((m, slot) => (m ? [[m.card, slot] as const] : [])));
    });
  }
  get note(): Note | null {
    return this.play.view.over ? null : (this.queue[0] ?? null);
  }

  private tell(e: GameEvent): void {
    const note = this.noteOf(e);
    if (!note) return;
    const id = ++this.nextId;
    this.queue = [...this.queue.slice(-2), { ...note, id }];
    setTimeout(() => (this.queue = this.queue.filter((q) => q.id !== id)), SHOWN * this.queue.length);
  }
  private noteOf(e: GameEvent): Omit<Note, "id"> | null {
    const mine = e.seat === this.play.self,
      you = mine ? "yes" : "no",
      who = e.seat >= 0 ? this.play.name(e.seat) : "";
    switch (e.key) {
      case "silvergold.trophy":
        sound("trophy", mine ? 1 : 0.5);
        if (mine) this.celebrate("trophy");
        return {
          icon: "trophy",
          title: t("sg.note.trophy", { you, who, n: Number(e.points) }),
          text: t("sg.note.trophyText"),
        };
      case "silvergold.complete":
        if (!mine) return null;
        sound("map");
        this.celebrate(this.slots.get(e.card as string) ?? 0);
        return {
          icon: "check",
          title: t("silvergold.event.complete", { you, who, map: mapName(e.card as string) }),
          text: t("sg.note.completeText", { n: this.play.maps.get(e.card as string)?.points ?? 0 }),
        };
      case "silvergold.round":
        return {
          icon: "hourglass",
          title: t("silvergold.event.round", { round: Number(e.round) }),
          text: t("sg.note.roundText"),
        };
    }
    return null;
  }
  /** Rays over a map or the trophies, short; nothing moves where nothing shall. */
  private celebrate(where: number | "trophy"): void {
    if (stepTime() > 0) this.play.celebrate(where);
  }
}
