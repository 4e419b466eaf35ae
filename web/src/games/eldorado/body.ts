import type { Snippet } from "svelte";
import type { Timer } from "../../room/session.svelte";
import type { Command } from "./commands";
import type { Places } from "./places.svelte";

/** What the table gives to its form for desks and to that for phones. */
export interface Body {
  places: Places;
  now: { primary: Command | null; others: Command[] };
  title: string;
  timers: Timer[] | null;
  board: Snippet;
  onmenu: () => void;
  onresult?: () => void;
}
