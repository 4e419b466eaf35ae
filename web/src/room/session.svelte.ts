/**
 * What a room does for whoever sits in it, whatever the game: names, the clock, the lost connection, the
 * call to the turn.
 */
import { t } from "../i18n.svelte";
import type { RoomConnection } from "../net/connection.svelte";
import { seatName } from "../net/names";
import { play as sound } from "../sound";
import { Talk } from "./talk.svelte";

export interface Player {
  name: string;
  kind: "person" | "bot" | "open";
  level?: string | null;
  here?: boolean;
}

/** What a clock shows. */
export interface Timer {
  text: string;
  running: boolean;
  low: boolean;
}
/** Seconds from which time is low. */
const LOW = 30;

/** How a move gets to the server. */
export interface MoveSender {
  send(actions: object[]): Promise<void>;
  undo(): Promise<void>;
  /** Why something is not possible now, as a sentence in the language of the page; null where it is. */
  why?(question: object): Promise<string | null>;
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
  readonly talk: Talk;
  private now = $state(Date.now());

  /** `timed` is the seat whose clock is shown. Made while a component is made, and gone with it. */
  constructor(
    private link: RoomConnection,
    private timed: () => number | null,
    mine: () => boolean,
  ) {
    this.talk = new Talk(link);
    $effect(() => announce(mine()));
    // low time is heard, once a turn
    let warned = false;
    $effect(() => {
      const seats = link.you?.seats ?? [];
      const low = this.timers?.some((timer, seat) => timer.low && timer.running && seats.includes(seat));
      if (low && !warned) sound("low", 1.4);
      warned = !!low;
    });
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
      here: this.link.isReplay || s.kind !== "person" || s.connected || mine.includes(s.seat),
    }));
  }

  /** The time of every seat, where there is any. */
  get timers(): Timer[] | null {
    const clocks = this.link.table?.clocks ?? null;
    if (!clocks || this.link.room?.status !== "playing") return null;
    return clocks.left.map((given, seat) => {
      const running = clocks.running.includes(seat);
      const left = given - (running ? Math.max(0, this.now + this.link.skew - clocks.at) : 0);
      const s = Math.max(0, Math.ceil(left / 1000));
      const text =
        s >= 86_400
          ? t("clock.days", { n: Math.ceil(s / 86_400) })
          : s >= 3600
            ? t("clock.hours", { n: Math.ceil(s / 3600) })
            : `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
      return { text, running, low: s <= LOW };
    });
  }
  /** The clock of whoever is asked for. */
  get timer(): Timer | null {
    const seat = this.timed();
    return seat === null ? null : (this.timers?.[seat] ?? null);
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
    why: (question) => this.link.why(question),
  };
  private told(asked: Promise<void>): Promise<void> {
    return asked.catch((error: Error) => {
      throw error.message === "lost" ? new Error(t("lost.move")) : error;
    });
  }
}
