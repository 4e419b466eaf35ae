import type { Timer } from "./session.svelte";
import type { Talk } from "./talk.svelte";

/** What a table is given, whatever the game. */
export interface TableProps<P> {
  play: P;
  timers?: Timer[] | null;
  talk?: Talk | null;
  notice?: string | null;
  /** Another page lies on top. */
  covered?: boolean;
  onmenu: () => void;
  onresult?: () => void;
}
