/** Generated from the server's schemas by schema-types.mjs. Do not edit. */

export type JsonValue = unknown;
export type ClientMessage = Act | Undo | Resign | Agree | Look | Sync | Say | Ping;
export type ServerMessage =
  StateMessage | UpdateMessage | RoomMessage | ThinkingMessage | ChatMessage | DoneMessage | ErrorMessage | PongMessage;

export interface AccountIn {
  name: string;
  password: string;
}
export interface BotSeat {
  kind: "bot";
  level: string;
}
/**
 * So many days for each turn.
 *
 */
export interface DaysClock {
  days: number;
  kind: "days";
}
/**
 * The table before action number `ply`; `action`, `text` and `events` are of the action that led here.
 *
 */
export interface Frame {
  action: {
    [k: string]: JsonValue;
  } | null;
  events: {
    [k: string]: JsonValue;
  }[];
  ply: number;
  /**
   * Everything, hidden cards included; only where `open` was asked.
   */
  position: {
    [k: string]: JsonValue;
  } | null;
  seat: number | null;
  /**
   * Forget the events whose `ply` is at least this, then add `events`.
   */
  since: number;
  text: string | null;
  view: {
    [k: string]: JsonValue;
  };
}
export interface FromPosition {
  kind: "position";
  position: {
    [k: string]: JsonValue;
  };
}
export interface FromRecord {
  kind: "record";
  ply: number;
  record: {
    [k: string]: JsonValue;
  };
}
/**
 * Any ply of a finished game kept here.
 *
 */
export interface FromRoom {
  kind: "room";
  ply: number;
  /**
   * Six letters and digits.
   */
  room: string;
}
export interface GameInfo {
  /**
   * Computer opponents, weakest first.
   */
  levels: LevelInfo[];
  name: string;
  /**
   * JSON Schema of the setup options, with defaults and words.
   */
  options: {
    [k: string]: unknown;
  };
  rules_version: number;
}
/**
 * A computer opponent; `name` is what a seat's `level` says, `id` what translations go by.
 *
 */
export interface LevelInfo {
  about: string;
  id: string;
  name: string;
}
export interface GuestIn {
  name?: string | null;
}
export interface LeaderboardLine {
  person: PersonRef;
  place: number;
  rating: Rating;
}
export interface PersonRef {
  guest: boolean;
  id: string;
  name: string;
}
/**
 * openskill: `mu` the estimate, `sigma` its uncertainty, `shown` = 100 × (mu − 3 sigma) + 1500, rounded.
 *
 */
export interface Rating {
  game: string;
  games: number;
  mu: number;
  players: number;
  shown: number;
  sigma: number;
}
/**
 * A time bank per seat for the whole game; `increment` seconds are added after each of its turns.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "LiveClock-Input".
 */
export interface LiveClock {
  increment?: number;
  kind: "live";
  seconds: number;
}
/**
 * A time bank per seat for the whole game; `increment` seconds are added after each of its turns.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "LiveClock-Output".
 */
export interface LiveClock1 {
  increment: number;
  kind: "live";
  seconds: number;
}
/**
 * Quick match: a public room with exactly these terms and a free seat, or a new one.
 *
 */
export interface MatchIn {
  clock?: NoClock | LiveClock | DaysClock;
  game: string;
  rated?: boolean;
  setup?: {
    [k: string]: JsonValue;
  };
}
/**
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "NoClock-Input".
 */
export interface NoClock {
  kind?: "none";
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
  name?: string | null;
}
export interface NameIn {
  name: string;
}
/**
 * `game` and `setup` are left out where `origin` is given: the position brings its own.
 *
 */
export interface NewRoom {
  /**
   * Start by itself as soon as no seat is open.
   */
  auto_start?: boolean;
  clock?: NoClock | LiveClock | DaysClock;
  game?: string | null;
  on_timeout?: "resign" | "bot";
  origin?: (FromPosition | FromRecord | FromRoom) | null;
  public?: boolean;
  rated?: boolean;
  /**
   * One plan per seat; left out: I take the first seat, the others are open.
   */
  seats?: (MySeat | BotSeat | OpenSeat)[] | null;
  setup?: {
    [k: string]: JsonValue;
  };
  /**
   * Start at once; no seat may be open then.
   */
  start?: boolean;
}
export interface OpenSeat {
  kind: "open";
}
/**
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "NoClock-Output".
 */
export interface NoClock1 {
  kind: "none";
}
/**
 * Where the game began if not with a fresh deal. The position itself is shown after the end, in the record.
 *
 */
export interface OriginInfo {
  kind: "position" | "record" | "room";
  ply: number | null;
  room: string | null;
}
export interface Outline {
  /**
   * How many actions the game has.
   */
  plies: number;
  /**
   * Six letters and digits.
   */
  room: string;
  steps: OutlineStep[];
}
/**
 * What the action that led to `ply` did, without the table.
 *
 */
export interface OutlineStep {
  events: {
    [k: string]: JsonValue;
  }[];
  ply: number;
  seat: number;
  /**
   * Forget the events whose `ply` is at least this, then add `events`.
   */
  since: number;
  text: string | null;
}
export interface PasswordIn {
  new: string;
  old: string;
}
export interface PlayerPage {
  changes: RatingChange[];
  games: RoomSummary[];
  person: PersonRef;
  ratings: Rating[];
  /**
   * Milliseconds since 1970.
   */
  since: number;
}
export interface RatingChange {
  after: number;
  /**
   * Milliseconds since 1970.
   */
  at: number;
  before: number;
  game: string;
  players: number;
  /**
   * Six letters and digits.
   */
  room: string;
}
/**
 * A line of a list of rooms.
 *
 */
export interface RoomSummary {
  clock: NoClock1 | LiveClock1 | DaysClock;
  /**
   * Six letters and digits.
   */
  code: string;
  /**
   * Milliseconds since 1970.
   */
  created: number;
  game: string;
  /**
   * When something last happened.
   */
  moved: number;
  origin: OriginInfo | null;
  outcome: ("finished" | "agreed" | "imported") | null;
  /**
   * Seats that have to act now.
   */
  owing: number[];
  public: boolean;
  ranking: number[] | null;
  rated: boolean;
  seats: Seat[];
  setup: {
    [k: string]: JsonValue;
  };
  status: "waiting" | "playing" | "over" | "closed";
  /**
   * Your own seats.
   */
  yours: number[];
}
export interface Seat {
  connected: boolean;
  guest: boolean;
  kind: "open" | "person" | "bot";
  /**
   * The computer opponent that plays here, also for a player out of time.
   */
  level: string | null;
  name: string | null;
  person: string | null;
  rating: Rating | null;
  seat: number;
}
/**
 * What every refusal looks like. `message` is a sentence for people, `code` a word for programs.
 *
 */
export interface Problem {
  code: string;
  /**
   * The sentence in the catalogues of four languages, where they have it.
   */
  key: string | null;
  message: string;
  /**
   * What belongs into the catalogue's sentence.
   */
  values: {
    [k: string]: JsonValue;
  };
}
export interface RecordIn {
  record: {
    [k: string]: JsonValue;
  };
}
export interface Replay {
  frames: Frame[];
  /**
   * The last frame's number.
   */
  plies: number;
  /**
   * Six letters and digits.
   */
  room: string;
}
export interface Room {
  /**
   * Seats that want to end the game by agreement.
   */
  agreed: number[];
  auto_start: boolean;
  clock: NoClock2 | LiveClock2 | DaysClock;
  /**
   * Six letters and digits.
   */
  code: string;
  /**
   * SHA-256 of the seed's 32 hex digits, known from the start.
   */
  commitment: string | null;
  /**
   * Milliseconds since 1970.
   */
  created: number;
  ended: number | null;
  game: string;
  host: PersonRef | null;
  /**
   * The rematch, once somebody asked for it.
   */
  next: string | null;
  on_timeout: "resign" | "bot";
  origin: OriginInfo | null;
  outcome: ("finished" | "agreed" | "imported") | null;
  previous: string | null;
  public: boolean;
  ranking: number[] | null;
  rated: boolean;
  seats: Seat[];
  /**
   * The seed, once the game is over.
   */
  seed: string | null;
  setup: {
    [k: string]: JsonValue;
  };
  spectators: number;
  started: number | null;
  status: "waiting" | "playing" | "over" | "closed";
}
export interface NoClock2 {
  kind: "none";
}
/**
 * A time bank per seat for the whole game; `increment` seconds are added after each of its turns.
 *
 */
export interface LiveClock2 {
  increment: number;
  kind: "live";
  seconds: number;
}
/**
 * What the host may change before the start; what is left out stays.
 *
 */
export interface RoomChange {
  auto_start?: boolean | null;
  clock?: (NoClock | LiveClock | DaysClock) | null;
  on_timeout?: ("resign" | "bot") | null;
  public?: boolean | null;
  rated?: boolean | null;
  setup?: {
    [k: string]: JsonValue;
  } | null;
}
/**
 * One action or a gesture's sequence, all or nothing. `ply` and `count` are those of the view it answers.
 *
 */
export interface Act {
  /**
   * @minItems 1
   * @maxItems 64
   */
  actions: {
    [k: string]: JsonValue;
  }[];
  count?: number;
  /**
   * Chosen by the client; the answer carries it back.
   */
  id: number;
  ply: number;
  seat: number;
  type: "act";
}
/**
 * Vote to end the game without a result, or take the vote back.
 *
 */
export interface Agree {
  end: boolean;
  /**
   * Chosen by the client; the answer carries it back.
   */
  id: number;
  seat: number;
  type: "agree";
}
/**
 * Whose eyes this connection sees with: one of one's own seats, or null for the public view.
 *
 */
export interface Look {
  /**
   * Chosen by the client; the answer carries it back.
   */
  id: number;
  seat: number | null;
  since?: number | null;
  type: "look";
}
export interface Ping {
  /**
   * Chosen by the client; the answer carries it back.
   */
  id: number;
  type: "ping";
}
export interface Resign {
  /**
   * Chosen by the client; the answer carries it back.
   */
  id: number;
  seat: number;
  type: "resign";
}
export interface Say {
  /**
   * Chosen by the client; the answer carries it back.
   */
  id: number;
  text: string;
  type: "say";
}
/**
 * Send everything again; events from `since` (a ply of an earlier message) on, or all of them.
 *
 */
export interface Sync {
  /**
   * Chosen by the client; the answer carries it back.
   */
  id: number;
  since?: number | null;
  type: "sync";
}
/**
 * Take back one's last action, last gesture, or all since the last new information.
 *
 */
export interface Undo {
  count?: number;
  /**
   * Chosen by the client; the answer carries it back.
   */
  id: number;
  ply: number;
  scope?: "action" | "gesture" | "floor";
  seat: number;
  type: "undo";
}
export interface ChatLine {
  /**
   * Milliseconds since 1970.
   */
  at: number;
  name: string;
  number: number;
  person: string;
  text: string;
}
export interface ChatMessage {
  line: ChatLine;
  type: "chat";
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
 * The request with this id is carried out and safely stored.
 *
 */
export interface DoneMessage {
  id: number;
  type: "done";
}
/**
 * The request with this id (null where it could not be read) was refused; nothing has changed.
 *
 */
export interface ErrorMessage {
  code: "bad_message" | "not_yours" | "stale" | "illegal" | "not_running" | "too_fast" | "nothing_to_undo" | "internal";
  id: number | null;
  /**
   * The sentence in the catalogues of four languages, where they have it.
   */
  key: string | null;
  message: string;
  type: "error";
  /**
   * What belongs into the catalogue's sentence.
   */
  values: {
    [k: string]: JsonValue;
  };
}
export interface PongMessage {
  id: number;
  /**
   * Milliseconds since 1970.
   */
  now: number;
  type: "pong";
}
/**
 * Seats, presence, votes, terms or the end: the room as it now is.
 *
 */
export interface RoomMessage {
  room: Room;
  type: "room";
  you: You;
}
export interface You {
  /**
   * The seat whose view this connection gets; null: the public view.
   */
  looking: number | null;
  person: string | null;
  seats: number[];
}
/**
 * The first message of a connection, and the answer to `sync` and `look`.
 *
 */
export interface StateMessage {
  chat: ChatLine[];
  id: number | null;
  /**
   * Milliseconds since 1970.
   */
  now: number;
  room: Room;
  /**
   * Null before the start.
   */
  table: Table | null;
  type: "state";
  you: You;
}
/**
 * The game as this connection may see it. What `state` and `update` have in common.
 *
 */
export interface Table {
  actors: number[];
  can_undo: boolean;
  clocks: Clocks | null;
  /**
   * The own counter of the looking seat in an open simultaneous phase, else 0.
   */
  count: number;
  events: {
    [k: string]: JsonValue;
  }[];
  gestures: {
    [k: string]: JsonValue;
  }[];
  /**
   * Actions of the looking seat, empty if it has nothing to do.
   */
  legal: {
    [k: string]: JsonValue;
  }[];
  /**
   * Length of the line of actions that counts; events carry their place in it.
   */
  line: number;
  /**
   * Never reused, undo included. Answer with it.
   */
  ply: number;
  /**
   * Forget the events whose `ply` is at least this, then add `events`.
   */
  since: number;
  /**
   * Seats where the computer is thinking.
   */
  thinking: number[];
  view: {
    [k: string]: JsonValue;
  };
}
export interface ThinkingMessage {
  seats: number[];
  type: "thinking";
}
/**
 * Something happened in the game.
 *
 */
export interface UpdateMessage {
  table: Table;
  type: "update";
}
