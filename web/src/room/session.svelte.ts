/**
 * What a room does for whoever sits in it, whatever the game: names, the clock, the lost connection, the
 * call to the turn.
 */
import { t } from "../i18n.svelte";
import type { RoomConnection } from "../net/connection.svelte";
import { seatName } from "../net/names";
import { play as sound } from "../sound";

export interface Player {
  name: string;
  kind: "person" | "bot" | "open";
  level?: string | null;
  here?: boolean;
}

/** How a move gets to the server. */
export interface MoveSender {
  send(actions: object[]): Promise<void>;
  undo(): Promise<void>;
}

/** My turn is announced: title, badge, picture of the tab, bell. */
function announce(mine: boolean): () => void {
  document.title = mine ? `● ${t("turn.yours")} · Expedition` : "Expedition";
  const badge = navigator as Navigator & {
    setAppBadge?: (n: number) => Promise<void>;
    clearAppBadge?: () => Promise<void>;
  };
  if (mine) {
    sound("bell");
    void badge.setAppBadge?.(1).catch(() => undefined);
  } else void badge.clearAppBadge?.().catch(() => undefined);
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (icon) icon.href = mine ? "./icon-turn.svg" : "./icon.svg";
  return () => {
    document.title = "Expedition";
    if (icon) icon.href = "./icon.svg";
  };
}

export class RoomSession {
  private now = $state(Date.now());

  /** `timed` is the seat whose clock is shown. Made while a component is made, and gone with it. */
  constructor(
    private link: RoomConnection,
    private timed: () => number | null,
    mine: () => boolean,
  ) {
    $effect(() => announce(mine()));
    $effect(() => {
      if (!link.table?.clocks && link.connection === "open") return;
      const beat = setInterval(() => (this.now = Date.now()), 500);
      return () => clearInterval(beat);
    });
  }

  get players(): Player[] {
    const room = this.link.room,
      mine = this.link.you?.seats ?? [];
    if (!room) return [];
    return room.seats.map((s) => ({
      name: mine.length === 1 && mine[0] === s.seat ? t("game.you") : seatName(room.seats, s.seat),
      kind: s.kind,
      level: s.level,
      here: this.link.isReplay || s.kind !== "person" || s.connected,
    }));
  }

  get clock(): string | null {
    const clocks = this.link.table?.clocks ?? null,
      seat = this.timed();
    if (!clocks || seat === null) return null;
    const left =
      (clocks.left[seat] ?? 0) -
      (clocks.running.includes(seat) ? Math.max(0, this.now + this.link.skew - clocks.at) : 0);
    const s = Math.max(0, Math.ceil(left / 1000));
    return s >= 86_400
      ? t("clock.days", { n: Math.ceil(s / 86_400) })
      : s >= 3600
        ? t("clock.hours", { n: Math.ceil(s / 3600) })
        : `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
  }

  get notice(): string | null {
    return this.link.connection === "lost"
      ? t("lost.retry", { n: Math.max(1, Math.ceil((this.link.retryAt - this.now) / 1000)) })
      : null;
  }

  /** What went wrong comes back as a sentence. */
  readonly moves: MoveSender = {
    send: (actions) => this.told(this.link.send(actions)),
    undo: () => this.told(this.link.undo()),
  };
  private told(asked: Promise<void>): Promise<void> {
    return asked.catch((error: Error) => {
      throw error.message === "lost" ? new Error(t("lost.move")) : error;
    });
  }
}
