/**
 * A room without a socket: shows whichever frame of a finished game it is given to the same table that games
 * are played at.
 */
import { RoomConnection } from "../net/connection.svelte";
import type { Frame, Room, Table } from "../net/types";
import type { Event_, Eyes } from "./film.svelte";

export class ReplayRoom extends RoomConnection {
  override readonly isReplay = true;

  constructor(room: Room) {
    super(room.code, false);
    this.room = room;
    this.connection = "open";
    this.you = { person: null, seats: [], looking: null };
  }

  layOut(frame: Frame, eyes: Eyes, journal: Event_[], fresh: Event_[] | null): void {
    const view = frame.view;
    this.events = journal;
    this.fresh = fresh;
    this.you = { person: null, seats: [], looking: typeof eyes === "number" ? eyes : null };
    this.table = {
      ply: frame.ply,
      count: 0,
      line: frame.ply,
      since: frame.since,
      events: frame.events,
      view,
      actors: view.actors as number[],
      legal: [],
      gestures: [],
      can_undo: false,
      thinking: [],
      clocks: null,
    } satisfies Table;
  }

  override send(): Promise<void> {
    return Promise.resolve();
  }
  override undo(): Promise<void> {
    return Promise.resolve();
  }
  override look(): Promise<void> {
    return Promise.resolve();
  }
  override resign(): Promise<void> {
    return Promise.resolve();
  }
  override say(): Promise<void> {
    return Promise.resolve();
  }
}
