/** What is open where at the table, and how keys and buttons lead there and back. */
import { offersSound } from "../../room/SoundOffer.svelte";
import { focusIn } from "../../room/keys";
import type { Talk } from "../../room/talk.svelte";
import type TalkPanel from "../../room/TalkPanel.svelte";
import { TableWindow } from "../../room/window.svelte";
import type Board from "./board/Board.svelte";
import type { Inset } from "./board/camera.svelte";
import type Chart from "./Chart.svelte";
import { key, type Coord } from "./model";
import type { Moments } from "./moments.svelte";
import type { Play } from "./play.svelte";

export type Drawer = "market" | "journal" | "talk";
/** The least the dock has beside the hand: piles, turn, gaps, journal; and a column of tokens. */
const BESIDE_HAND = 58 * 2 + 232 + 45 + 236,
  TOKENS = 62;

export class Places {
  readonly window = new TableWindow(1200);
  drawer = $state<Drawer | null>(null);
  marketOpen = $state(true);
  /** Journal and talk share a place at a desk. */
  slot = $state<"journal" | "talk">("journal");
  /** Whose cards and tokens are being looked at. */
  looking = $state<number | null>(null);
  chart = $state.raw<Chart>();
  panel = $state.raw<TalkPanel>();
  handWidth = $state(400);
  dockWidth = $state(1000);
  private cameFrom: HTMLElement | null = null;

  constructor(
    readonly play: Play,
    readonly moments: Moments,
    private given: () => { talk: Talk | null; watching: boolean },
  ) {
    // what was said is in sight for a while where journal and talk share a place
    $effect(() => {
      if (this.talk?.passing) this.slot = "talk";
    });
    $effect(() => {
      play.stall = (card) => {
        const r = document.querySelector(`[data-market="${card}"]`)?.getBoundingClientRect();
        return r?.width ? r : null;
      };
      return () => (play.stall = null);
    });
    // a puzzle has no past to read: the market stands where the journal would
    $effect(() => {
      if (!play.isPuzzle || !this.column) return;
      this.drawer = "market";
      return () => (this.drawer = null);
    });
    // the market opens by itself when something must be taken from it
    $effect(() => {
      if (play.mode !== "take") return;
      this.marketOpen = true;
      if (this.layout !== "desk") this.drawer = "market";
    });
  }

  get talk(): Talk | null {
    const { talk } = this.given();
    return talk?.possible ? talk : null;
  }
  get watching(): boolean {
    return this.given().watching;
  }
  get layout() {
    return this.window.layout;
  }
  /** Beside the board, where the window is wide but not wide enough for the market. */
  column = $derived(this.window.layout === "tab" && this.window.width >= 960);
  /** The market stands beside the board. */
  stands = $derived(this.window.layout === "desk" && this.marketOpen);
  marketWidth = $derived(this.window.large ? 468 : 308);
  dockHeight = $derived(this.window.large ? 240 : 160);
  /** The hand is never clipped: the journal gives way first. */
  journalFits = $derived.by(() => {
    if (this.watching || this.window.large) return true;
    const tokens = (this.play.me?.tokens.length ?? 0) > 1 ? TOKENS : 0;
    const hand = Math.max(4, this.play.hand.length) * 92;
    return this.window.layout === "desk" && this.dockWidth - BESIDE_HAND - tokens >= hand;
  });
  inset = $derived.by((): Inset => {
    if (!this.window.framed) return { top: 6, left: 6, right: 6, bottom: 6 };
    const rim = this.window.layout === "desk" ? 34 : 30;
    const bottom = (24 + this.dockHeight) * this.window.zoom + rim;
    return { top: rim, left: rim + 8, right: rim + 8, bottom };
  });
  /** Large cards where all fit side by side, small ones then, and tickets before names are hidden. */
  cardSize = $derived.by((): "" | "m" | "ticket" => {
    const n = this.play.hand.length;
    if (this.window.large || n * 119 <= this.handWidth) return "";
    return 88 + (n - 1) * 62 <= this.handWidth ? "m" : "ticket";
  });

  /** Sound is offered where moments are told, when nothing else is. */
  get offersSound(): boolean {
    return (
      !this.moments.notes.length &&
      !this.watching &&
      !this.play.isReplay &&
      !this.play.isPuzzle &&
      !this.play.picked &&
      offersSound(this.play.touched)
    );
  }
  camera(): Board | undefined {
    return this.chart?.camera();
  }
  toggle(which: Drawer): void {
    this.drawer = this.drawer === which ? null : which;
  }
  close(): void {
    this.drawer = null;
    this.cameFrom?.focus();
    this.cameFrom = null;
  }
  goHand = (): boolean => focusIn(".hand [data-card]");
  goBoard(): void {
    const at = this.play.targets.keys().next().value ?? (this.play.myPlace ? key(this.play.myPlace) : null);
    if (at) this.camera()?.focusSpace(at.split(",").map(Number) as Coord);
  }
  /** Into the market and back again. */
  goMarket(): void {
    const active = document.activeElement as HTMLElement | null;
    if (active?.closest(".market")) {
      if (this.layout !== "desk") this.drawer = null;
      if (this.cameFrom) this.cameFrom.focus();
      else this.goHand();
      this.cameFrom = null;
      return;
    }
    this.cameFrom = active === document.body ? null : active;
    if (this.layout === "desk") this.marketOpen = true;
    else this.drawer = "market";
    requestAnimationFrame(
      () => focusIn(".market [data-market][data-can]") || focusIn(".market [data-market]"),
    );
  }
  /** To the journal wherever it is; what just happened steps aside for it. */
  goJournal(): void {
    this.moments.clear();
    if (this.layout === "desk" && this.journalFits) this.slot = "journal";
    else this.toggle("journal");
    requestAnimationFrame(() => focusIn(".journal ol"));
  }
  goTalk(): void {
    if (this.column || (this.layout === "desk" && this.journalFits)) {
      this.slot = "talk";
      this.drawer = null;
    } else this.drawer = "talk";
    requestAnimationFrame(() => this.panel?.focus());
  }
}
