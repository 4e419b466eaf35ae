/** What is open where at the table, and how keys and buttons lead there and back. */
import type { Talk } from "../../room/talk.svelte";
import type TalkPanel from "../../room/TalkPanel.svelte";
import { TableWindow } from "../../room/window.svelte";
import type Own from "./Own.svelte";
import { Notes } from "./notes.svelte";
import type { Play } from "./play.svelte";

export type Opened = "journal" | "round" | "sheet" | "talk";

export class Places {
  readonly window = new TableWindow(1100);
  readonly notes: Notes;
  open = $state<Opened | null>(null);
  /** Whose maps are being looked at. */
  looking = $state<number | null>(null);
  own = $state.raw<ReturnType<typeof Own>>();
  panel = $state.raw<TalkPanel>();
  private cameFrom: HTMLElement | null = null;

  constructor(
    readonly play: Play,
    private given: () => Talk | null,
  ) {
    this.notes = new Notes(play);
  }

  get layout() {
    return this.window.layout;
  }
  get talk(): Talk | null {
    const talk = this.given();
    return talk?.possible ? talk : null;
  }
  /** Beside the maps there is room for what is said. */
  beside = $derived(this.window.layout === "desk" && this.window.height >= 740);
  /** A phone: few words, small maps. */
  short = $derived(!this.window.framed);
  get seat(): number {
    return this.play.seat ?? 0;
  }
  goTalk(): void {
    this.cameFrom = document.activeElement as HTMLElement | null;
    if (!this.beside) this.open = "talk";
    requestAnimationFrame(() => this.panel?.focus());
  }
  close = (): void => {
    this.open = null;
    this.cameFrom?.focus();
    this.cameFrom = null;
  };
}
