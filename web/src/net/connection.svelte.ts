/**
 * One room over its socket: the last table, the journal, presence and chat; reconnects by itself and loses
 * nothing.
 */
import { language } from "../i18n.svelte";
import { api } from "./api";
import { inWords, type Problem } from "./problem";
import type { ChatLine, ClientMessage, Room, ServerMessage, Table, You } from "./types";

type Event_ = Table["events"][number];
type Request = ClientMessage extends infer M ? (M extends { id: number } ? Omit<M, "id"> : never) : never;
export type ConnectionStatus = "connecting" | "open" | "lost" | "gone";

export class RoomConnection {
  room = $state.raw<Room | null>(null);
  you = $state.raw<You | null>(null);
  table = $state.raw<Table | null>(null);
  events = $state.raw<Event_[]>([]);
  /** What the last message added, for those who animate it; null after a whole state. */
  fresh = $state.raw<Event_[] | null>(null);
  chat = $state.raw<ChatLine[]>([]);
  thinking = $state.raw<number[]>([]);
  connection = $state<ConnectionStatus>("connecting");
  retryAt = $state(0);
  /** Server clock minus ours. */
  skew = 0;

  private socket: WebSocket | null = null;
  private next = 1;
  private waiting = new Map<number, { done: () => void; failed: (e: Error) => void }>();
  private tries = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private ended = false;
  private contributed = false;
  /** The seat this page looks through by choice. */
  protected viewpoint: number | null = null;
  /** A finished game looked at again: nothing can be done here. */
  readonly isReplay: boolean = false;

  constructor(
    readonly code: string,
    live = true,
  ) {
    if (!live) return;
    this.connect();
    addEventListener("online", this.now);
    document.addEventListener("visibilitychange", this.now);
  }

  private now = (): void => {
    if (this.connection === "lost" && document.visibilityState === "visible") this.connect();
  };

  private connect(): void {
    clearTimeout(this.timer);
    const url = new URL(
      `api/rooms/${this.code}/socket?offer=gestures${this.table ? `&since=${this.table.ply}` : ""}`,
      document.baseURI,
    );
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(url);
    this.socket = socket;
    if (this.connection !== "lost") this.connection = "connecting";
    socket.onmessage = (e) => this.hear(JSON.parse(e.data as string) as ServerMessage);
    socket.onclose = (e) => {
      if (socket === this.socket) this.lose(e.code);
    };
  }

  private lose(code: number): void {
    this.socket = null;
    for (const w of this.waiting.values()) w.failed(new Error("lost"));
    this.waiting.clear();
    if (this.ended) return;
    if (code === 4404 || code === 4403) {
      this.connection = "gone";
      return;
    }
    this.connection = "lost";
    const wait = Math.min(6_000, 500 * 1.8 ** this.tries++);
    this.retryAt = Date.now() + wait;
    this.timer = setTimeout(() => this.connect(), wait);
  }

  private hear(m: ServerMessage): void {
    switch (m.type) {
      case "state":
        this.connection = "open";
        this.tries = 0;
        this.skew = m.now - Date.now();
        this.room = m.room;
        this.you = this.mine(m.you);
        this.chat = m.chat;
        if (m.table) this.lay(m.table, null);
        this.answer(m.id ?? null);
        this.contribute();
        // who shares this device sees the public table until it was handed over again
        if (
          m.id === null &&
          this.viewpoint !== null &&
          m.you.looking !== this.viewpoint &&
          m.you.seats.includes(this.viewpoint)
        )
          void this.look(this.viewpoint);
        break;
      case "update":
        this.lay(m.table, m.table.events);
        break;
      case "room":
        this.room = m.room;
        this.you = this.mine(m.you);
        this.contribute();
        break;
      case "thinking":
        this.thinking = m.seats;
        break;
      case "chat":
        this.chat = [...this.chat, m.line];
        break;
      case "done":
      case "pong":
        this.answer(m.id);
        break;
      case "error":
        this.refuse(m.id ?? null, m);
        break;
    }
  }

  /** Who sits in a waiting room adds to its seed, once. */
  private contribute(): void {
    const room = this.room,
      own = this.you?.seats ?? [];
    if (room?.status !== "waiting" || !own.length || this.contributed) return;
    if (room.fairness?.contributions.some((one) => own.includes(one.seat))) return;
    this.contributed = true;
    void api.contribute(this.code).catch(() => (this.contributed = false));
  }

  /** Which seats this page plays for. */
  protected mine(you: You): You {
    return you;
  }

  private lay(table: Table, fresh: Event_[] | null): void {
    this.events = [...this.events.filter((e) => (e.ply as number) < table.since), ...table.events];
    this.fresh = fresh;
    this.thinking = table.thinking;
    this.table = table;
  }

  private answer(id: number | null): void {
    if (id === null) return;
    this.waiting.get(id)?.done();
    this.waiting.delete(id);
  }
  private refuse(id: number | null, problem: Problem): void {
    if (id === null) return;
    this.waiting.get(id)?.failed(Object.assign(new Error(inWords(problem)), { code: problem.code }));
    this.waiting.delete(id);
    if (problem.code === "stale") void this.ask({ type: "sync" }).catch(() => undefined);
  }

  ask(message: Request): Promise<void> {
    const socket = this.socket;
    if (!socket || socket.readyState !== WebSocket.OPEN) return Promise.reject(new Error("lost"));
    const id = this.next++;
    return new Promise((done, failed) => {
      this.waiting.set(id, { done, failed });
      socket.send(JSON.stringify({ ...message, id }));
    });
  }

  private get place() {
    return { seat: this.you?.looking ?? 0, ply: this.table?.ply ?? 0, count: this.table?.count ?? 0 };
  }
  /** Asked before anything is played; false keeps it back. */
  guard: ((actions: object[]) => Promise<boolean>) | null = null;
  /** What a coach shows on the table: the rest of a turn. */
  advice = $state.raw<{ [field: string]: unknown }[] | null>(null);

  async send(actions: object[]): Promise<void> {
    if (this.guard && !(await this.guard(actions))) return;
    this.advice = null;
    return this.ask({ type: "act", ...this.place, actions: actions as { [k: string]: unknown }[] });
  }
  undo(): Promise<void> {
    return this.ask({ type: "undo", ...this.place, scope: "gesture" });
  }
  /** Why something is not possible for the seat looked through; the server knows. */
  async why(question: object): Promise<string | null> {
    if (this.isReplay) return null;
    return (await api.why(this.code, { seat: this.place.seat, lang: language(), question })).text;
  }
  look(seat: number | null): Promise<void> {
    this.viewpoint = seat;
    return this.ask({ type: "look", seat });
  }
  resign(seat: number): Promise<void> {
    return this.ask({ type: "resign", seat });
  }
  agree(seat: number, end: boolean): Promise<void> {
    return this.ask({ type: "agree", seat, end });
  }
  say(text: string): Promise<void> {
    return this.ask({ type: "say", text });
  }

  close(): void {
    this.ended = true;
    clearTimeout(this.timer);
    removeEventListener("online", this.now);
    document.removeEventListener("visibilitychange", this.now);
    this.socket?.close();
  }
}
