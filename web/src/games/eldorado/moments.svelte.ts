/** Caves, blockades, the final round and arrivals explain themselves when they happen, then step aside. */
import { t } from "../../i18n.svelte";
import { stepTime } from "../../settings.svelte";
import { play as sound } from "../../sound";
import type { GameEvent } from "./model";
import type { Play } from "./play.svelte";
import { tokenEffect, tokenName } from "./say";

export interface Note {
  id: number;
  icon: string;
  title: string;
  text: string;
  token?: string;
}
const SHOWN = 5200;

export class Moments {
  notes = $state.raw<Note[]>([]);
  private next = 0;

  /** Made while a component is made, and gone with it. */
  constructor(private play: Play) {
    // several things happen in one ply, and they are shown one after the other; nothing is told twice
    const name = (e: GameEvent): string => [e.ply, e.seat, e.key].join();
    let known: Set<string> | null = null;
    $effect(() => {
      const fresh = known ? play.events.filter((e) => !known!.has(name(e))) : [];
      known = new Set([...(known ?? []), ...play.events.map(name)]);
      for (const e of fresh) this.tell(e);
    });
  }

  private show(note: Omit<Note, "id">): void {
    const id = ++this.next;
    this.notes = [...this.notes.slice(-1), { ...note, id }];
    setTimeout(() => this.close(id), SHOWN);
  }
  close(id: number): void {
    this.notes = this.notes.filter((n) => n.id !== id);
  }

  /** Everything steps aside. */
  clear(): void {
    this.notes = [];
  }

  private tell(e: GameEvent): void {
    const play = this.play,
      name = e.seat >= 0 ? play.name(e.seat) : "",
      mine = e.seat === play.self,
      you = mine ? "yes" : "no";
    switch (e.key) {
      case "eldorado.explore":
        if (!e.token) return;
        this.show({
          icon: "cave",
          token: e.token as string,
          title: t("moment.cave", { you, name, token: tokenName(e.token as string) }),
          text: tokenEffect(e.token as string),
        });
        break;
      case "eldorado.blockade":
        sound("gate", mine ? 1 : 0.5);
        this.celebrate(e);
        this.show({
          icon: "blockade",
          title: t("moment.blockade", { you, name, n: Number(e.blockade ?? e.number) }),
          text: t("moment.blockadeText"),
        });
        break;
      case "eldorado.arrive":
        sound("fanfare", mine ? 1 : 0.5);
        this.celebrate(e);
        // with two pawns the first one's arrival is half the way; the final round has an event of its own
        this.show({
          icon: "finish",
          title: t(e.order == null ? "moment.half" : "moment.arrive", { you, name }),
          text: "",
        });
        break;
      case "eldorado.final_round":
        this.show({ icon: "hourglass", title: t("moment.final"), text: t("moment.finalText") });
    }
  }
  /** Rays where it happened, short; nothing moves where nothing shall. */
  private celebrate(e: GameEvent): void {
    if (stepTime() === 0) return;
    const board = this.play.components.board;
    const at =
      e.key === "eldorado.arrive"
        ? board.city[0]
        : board.seams.find(
            (seam) => this.play.seamOf(Number(e.blockade ?? e.number)) === seam.between.join("-"),
          )?.edges[0]?.[0];
    if (at) this.play.celebrate(at, e.seat);
  }
}
