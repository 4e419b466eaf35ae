/**
 * What the room of every game with a table of its own does: fetch the components, hand on what the server
 * says, and know when the result is due.
 */
import { untrack } from "svelte";
import { api } from "../net/api";
import type { RoomConnection } from "../net/connection.svelte";
import type { Table } from "../net/types";
import { RoomSession, type MoveSender, type Player } from "./session.svelte";

/** What a room must know of a game that is being played. */
export interface Playing {
  readonly view: { over: boolean } | null;
  readonly walking: boolean;
  isReplay: boolean;
  players: Player[];
}

export interface GameParts<C, P extends Playing> {
  game: string;
  make(components: C, moves: MoveSender): P;
  receive(play: P, table: Table, link: RoomConnection): void;
  /** The seat whose clock is shown. */
  timed(): number | null;
  /** Is it the turn of whoever looks at the page? */
  mine(play: P): boolean;
}

export class GameRoom<C, P extends Playing> {
  play = $state.raw<P | null>(null);
  fault = $state<string | null>(null);
  /** The result was put aside. */
  closed = $state(false);
  readonly session: RoomSession;

  /** Made while a component is made, and gone with it. */
  constructor(
    readonly link: RoomConnection,
    readonly parts: GameParts<C, P>,
  ) {
    this.session = new RoomSession(link, parts.timed, () => this.shown !== null && parts.mine(this.shown));
    $effect(() => {
      const table = link.table,
        play = this.play;
      if (table && play) untrack(() => parts.receive(play, table, link));
    });
    $effect(() => {
      if (this.play) this.play.players = this.session.players;
    });
    void this.load();
  }

  load = async (): Promise<void> => {
    this.fault = null;
    try {
      const components = await api.components<C>(this.parts.game, this.link.room!.setup);
      const made = this.parts.make(components, this.session.moves);
      made.isReplay = this.link.isReplay;
      this.play = made;
    } catch (e) {
      this.fault = (e as Error).message;
    }
  };

  /** The game, once there is something to see of it. */
  get shown(): P | null {
    return this.play?.view ? this.play : null;
  }
  /** The result lies on top: what is under it is out of reach for keys and ears too. */
  get over(): boolean {
    const play = this.shown;
    return !!play?.view?.over && !this.closed && !play.walking;
  }
}
