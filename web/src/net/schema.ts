/** Generated from the server's schemas by schema-types.mjs. Do not edit. */

export type JsonValue = unknown;
export type ClientMessage = Act | Undo | Resign | Agree | Look | Sync | Say | Ping;
export type ServerMessage =
  StateMessage | UpdateMessage | RoomMessage | ThinkingMessage | ChatMessage | DoneMessage | ErrorMessage | PongMessage;

export interface AccountIn {
  name: string;
  password: string;
}
/**
 * One action or a gesture's sequence, all or nothing. `ply` and `count` are those of the view it answers.
 *
 */
export interface Act {
  type: "act";
  /**
   * Chosen by the client; the answer carries it back.
   */
  id: number;
  seat: number;
  ply: number;
  count?: number;
  /**
   * @minItems 1
   * @maxItems 64
   */
  actions: {
    [k: string]: JsonValue;
  }[];
}
/**
 * Vote to end the game without a result, or take the vote back.
 *
 */
export interface Agree {
  type: "agree";
  /**
   * Chosen by the client; the answer carries it back.
   */
  id: number;
  seat: number;
  end: boolean;
}
export interface BotSeat {
  kind: "bot";
  level: string;
}
export interface ChatLine {
  number: number;
  /**
   * Milliseconds since 1970.
   */
  at: number;
  person: string;
  name: string;
  text: string;
}
export interface ChatMessage {
  type: "chat";
  line: ChatLine;
}
/**
 * Milliseconds left per seat at the moment `at`; those of `running` are being used up.
 *
 */
export interface Clocks {
  /**
   * Milliseconds since 1970.
   */
  at: number;
  left: number[];
  running: number[];
}
/**
 * So many days for each turn.
 *
 */
export interface DaysClock {
  kind: "days";
  days: number;
}
/**
 * The request with this id is carried out and safely stored.
 *
 */
export interface DoneMessage {
  type: "done";
  id: number;
}
/**
 * The request with this id (null where it could not be read) was refused; nothing has changed.
 *
 */
export interface ErrorMessage {
  type: "error";
  id: number | null;
  code: "bad_message" | "not_yours" | "stale" | "illegal" | "not_running" | "too_fast" | "nothing_to_undo" | "internal";
  message: string;
}
/**
 * The table before action number `ply`; `action`, `text` and `events` are of the action that led here.
 *
 */
export interface Frame {
  ply: number;
  seat: number | null;
  action: {
    [k: string]: JsonValue;
  } | null;
  text: string | null;
  view: {
    [k: string]: JsonValue;
  };
  events: {
    [k: string]: JsonValue;
  }[];
  /**
   * Everything, hidden cards included; only where `open` was asked.
   */
  position: {
    [k: string]: JsonValue;
  } | null;
}
export interface FromPosition {
  kind: "position";
  position: {
    [k: string]: JsonValue;
  };
}
export interface FromRecord {
  kind: "record";
  record: {
    [k: string]: JsonValue;
  };
  ply: number;
}
/**
 * Any ply of a finished game kept here.
 *
 */
export interface FromRoom {
  kind: "room";
  /**
   * Six letters and digits.
   */
  room: string;
  ply: number;
}
export interface GameInfo {
  name: string;
  rules_version: number;
  /**
   * JSON Schema of the setup options, with defaults and words.
   */
  options: {
    [k: string]: unknown;
  };
  /**
   * Computer opponents, weakest first.
   */
  levels: LevelInfo[];
}
export interface LevelInfo {
  name: string;
  about: string;
}
export interface GuestIn {
  name: string | null;
}
export interface LeaderboardLine {
  place: number;
  person: PersonRef;
  rating: Rating;
}
export interface PersonRef {
  id: string;
  name: string;
  guest: boolean;
}
/**
 * openskill: `mu` the estimate, `sigma` its uncertainty, `shown` = 100 × (mu − 3 sigma) + 1500, rounded.
 *
 */
export interface Rating {
  game: string;
  players: number;
  mu: number;
  sigma: number;
  shown: number;
  games: number;
}
/**
 * A time bank per seat for the whole game; `increment` seconds are added after each of its turns.
 *
 */
export interface LiveClock {
  kind: "live";
  seconds: number;
  increment: number;
}
/**
 * Whose eyes this connection sees with: one of one's own seats, or null for the public view.
 *
 */
export interface Look {
  type: "look";
  /**
   * Chosen by the client; the answer carries it back.
   */
  id: number;
  seat: number | null;
  since?: number | null;
}
/**
 * Quick match: a public room with exactly these terms and a free seat, or a new one.
 *
 */
export interface MatchIn {
  game: string;
  setup: {
    [k: string]: JsonValue;
  };
  rated: boolean;
  clock: NoClock | LiveClock | DaysClock;
}
export interface NoClock {
  kind: "none";
}
/**
 * `person` is null until a guest or account session exists.
 *
 */
export interface Me {
  person: PersonRef | null;
}
/**
 * I sit here; `name` where several people share this device.
 *
 */
export interface MySeat {
  kind: "me";
  name: string | null;
}
export interface NameIn {
  name: string;
}
/**
 * `game` and `setup` are left out where `origin` is given: the position brings its own.
 *
 */
export interface NewRoom {
  game: string | null;
  setup: {
    [k: string]: JsonValue;
  };
  origin: (FromPosition | FromRecord | FromRoom) | null;
  public: boolean;
  rated: boolean;
  clock: NoClock | LiveClock | DaysClock;
  on_timeout: "resign" | "bot";
  /**
   * One plan per seat; left out: I take the first seat, the others are open.
   */
  seats: (MySeat | BotSeat | OpenSeat)[] | null;
  /**
   * Start by itself as soon as no seat is open.
   */
  auto_start: boolean;
  /**
   * Start at once; no seat may be open then.
   */
  start: boolean;
}
export interface OpenSeat {
  kind: "open";
}
/**
 * Where the game began if not with a fresh deal. The position itself is shown after the end, in the record.
 *
 */
export interface OriginInfo {
  kind: "position" | "record" | "room";
  room: string | null;
  ply: number | null;
}
export interface PasswordIn {
  old: string;
  new: string;
}
export interface Ping {
  type: "ping";
  /**
   * Chosen by the client; the answer carries it back.
   */
  id: number;
}
export interface PlayerPage {
  person: PersonRef;
  /**
   * Milliseconds since 1970.
   */
  since: number;
  ratings: Rating[];
  changes: RatingChange[];
  games: RoomSummary[];
}
export interface RatingChange {
  /**
   * Six letters and digits.
   */
  room: string;
  game: string;
  players: number;
  /**
   * Milliseconds since 1970.
   */
  at: number;
  before: number;
  after: number;
}
/**
 * A line of a list of rooms.
 *
 */
export interface RoomSummary {
  /**
   * Six letters and digits.
   */
  code: string;
  game: string;
  setup: {
    [k: string]: JsonValue;
  };
  public: boolean;
  rated: boolean;
  clock: NoClock | LiveClock | DaysClock;
  status: "waiting" | "playing" | "over" | "closed";
  outcome: ("finished" | "agreed" | "imported") | null;
  seats: Seat[];
  /**
   * Seats that have to act now.
   */
  owing: number[];
  /**
   * Your own seats.
   */
  yours: number[];
  ranking: number[] | null;
  /**
   * Milliseconds since 1970.
   */
  created: number;
  /**
   * When something last happened.
   */
  moved: number;
}
export interface Seat {
  seat: number;
  kind: "open" | "person" | "bot";
  name: string | null;
  person: string | null;
  guest: boolean;
  /**
   * The computer opponent that plays here, also for a player out of time.
   */
  level: string | null;
  connected: boolean;
  rating: Rating | null;
}
export interface PongMessage {
  type: "pong";
  id: number;
  /**
   * Milliseconds since 1970.
   */
  now: number;
}
/**
 * What every refusal looks like. `message` is a sentence for people, `code` a word for programs.
 *
 */
export interface Problem {
  code: string;
  message: string;
}
export interface RecordIn {
  record: {
    [k: string]: JsonValue;
  };
}
export interface Replay {
  /**
   * Six letters and digits.
   */
  room: string;
  /**
   * The last frame's number.
   */
  plies: number;
  frames: Frame[];
}
export interface Resign {
  type: "resign";
  /**
   * Chosen by the client; the answer carries it back.
   */
  id: number;
  seat: number;
}
export interface Room {
  /**
   * Six letters and digits.
   */
  code: string;
  game: string;
  setup: {
    [k: string]: JsonValue;
  };
  public: boolean;
  rated: boolean;
  clock: NoClock | LiveClock | DaysClock;
  on_timeout: "resign" | "bot";
  auto_start: boolean;
  status: "waiting" | "playing" | "over" | "closed";
  outcome: ("finished" | "agreed" | "imported") | null;
  host: PersonRef | null;
  seats: Seat[];
  spectators: number;
  /**
   * Seats that want to end the game by agreement.
   */
  agreed: number[];
  origin: OriginInfo | null;
  /**
   * SHA-256 of the seed's 32 hex digits, known from the start.
   */
  commitment: string | null;
  /**
   * The seed, once the game is over.
   */
  seed: string | null;
  ranking: number[] | null;
  previous: string | null;
  /**
   * The rematch, once somebody asked for it.
   */
  next: string | null;
  /**
   * Milliseconds since 1970.
   */
  created: number;
  started: number | null;
  ended: number | null;
}
/**
 * What the host may change before the start; what is left out stays.
 *
 */
export interface RoomChange {
  setup: {
    [k: string]: JsonValue;
  } | null;
  public: boolean | null;
  rated: boolean | null;
  clock: (NoClock | LiveClock | DaysClock) | null;
  on_timeout: ("resign" | "bot") | null;
  auto_start: boolean | null;
}
/**
 * Seats, presence, votes, terms or the end: the room as it now is.
 *
 */
export interface RoomMessage {
  type: "room";
  you: You;
  room: Room;
}
export interface You {
  person: string | null;
  seats: number[];
  /**
   * The seat whose view this connection gets; null: the public view.
   */
  looking: number | null;
}
export interface Say {
  type: "say";
  /**
   * Chosen by the client; the answer carries it back.
   */
  id: number;
  text: string;
}
/**
 * The first message of a connection, and the answer to `sync` and `look`.
 *
 */
export interface StateMessage {
  type: "state";
  id: number | null;
  /**
   * Milliseconds since 1970.
   */
  now: number;
  you: You;
  room: Room;
  chat: ChatLine[];
  /**
   * Null before the start.
   */
  table: Table | null;
}
/**
 * The game as this connection may see it. What `state` and `update` have in common.
 *
 */
export interface Table {
  /**
   * Never reused, undo included. Answer with it.
   */
  ply: number;
  /**
   * The own counter of the looking seat in an open simultaneous phase, else 0.
   */
  count: number;
  /**
   * Length of the line of actions that counts; events carry their place in it.
   */
  line: number;
  /**
   * Forget the events whose `ply` is at least this, then add `events`.
   */
  since: number;
  events: {
    [k: string]: JsonValue;
  }[];
  view: {
    [k: string]: JsonValue;
  };
  actors: number[];
  /**
   * Actions of the looking seat, empty if it has nothing to do.
   */
  legal: {
    [k: string]: JsonValue;
  }[];
  gestures: {
    [k: string]: JsonValue;
  }[];
  can_undo: boolean;
  /**
   * Seats where the computer is thinking.
   */
  thinking: number[];
  clocks: Clocks | null;
}
/**
 * Send everything again; events from `since` (a ply of an earlier message) on, or all of them.
 *
 */
export interface Sync {
  type: "sync";
  /**
   * Chosen by the client; the answer carries it back.
   */
  id: number;
  since?: number | null;
}
export interface ThinkingMessage {
  type: "thinking";
  seats: number[];
}
/**
 * Take back one's last action, last gesture, or all since the last new information.
 *
 */
export interface Undo {
  type: "undo";
  /**
   * Chosen by the client; the answer carries it back.
   */
  id: number;
  seat: number;
  ply: number;
  count?: number;
  scope?: "action" | "gesture" | "floor";
}
/**
 * Something happened in the game.
 *
 */
export interface UpdateMessage {
  type: "update";
  table: Table;
}
