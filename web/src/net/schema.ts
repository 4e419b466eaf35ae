/** Generated from the server's schemas by schema-types.mjs. Do not edit. */

export type JsonValue = unknown;
export type ElDoradoEvent =
  | ElDoradoCardEvent
  | ElDoradoBareEvent
  | ElDoradoPaidEvent
  | ElDoradoPlayEvent
  | ElDoradoStepEvent
  | ElDoradoEnterEvent
  | ElDoradoGiveEvent
  | ElDoradoBlockadeEvent
  | ElDoradoMarketEvent
  | ElDoradoExploreEvent
  | ElDoradoDrawEvent
  | ElDoradoArriveEvent
  | ElDoradoTurnEvent
  | ElDoradoOverEvent;
export type ElDoradoGesture = ElDoradoMoveGesture | ElDoradoEnterGesture | ElDoradoBuyGesture | ElDoradoActGesture;
export type SilverGoldEvent =
  | SilverGoldCardEvent
  | SilverGoldBareEvent
  | SilverGoldMarkEvent
  | SilverGoldExtraEvent
  | SilverGoldCoinsEvent
  | SilverGoldPointsEvent
  | SilverGoldTakeEvent
  | SilverGoldRefillEvent
  | SilverGoldRoundEvent
  | SilverGoldRevealEvent
  | SilverGoldOverEvent;
export type SilverGoldGesture = SilverGoldMarkGesture | SilverGoldCardGesture;
export type ClientMessage = Act | Undo | Resign | Agree | Look | Sync | Say | Ping;
export type ServerMessage =
  StateMessage | UpdateMessage | RoomMessage | ThinkingMessage | ChatMessage | DoneMessage | ErrorMessage | PongMessage;

export interface AccountIn {
  name: string;
  password: string;
}
/**
 * The strongest play from here on, for the eyes of the seat.
 *
 */
export interface Advice {
  actions: {
    [k: string]: JsonValue;
  }[];
  chance: number;
  facts: {
    [k: string]: JsonValue;
  };
  /**
   * Half an answer: which card, or where to look.
   */
  hint: string;
  reason: {
    [k: string]: JsonValue;
  } | null;
  text: string;
  /**
   * How many different turns there are, as far as they were followed.
   */
  turns: number;
  why: string;
}
export interface Attempt {
  /**
   * Six letters and digits.
   */
  room: string;
  status: "waiting" | "playing" | "over" | "closed";
}
export interface Away {
  /**
   * Days left of this year's.
   */
  left: number;
  vacations: Vacation[];
}
export interface Vacation {
  /**
   * Milliseconds since 1970.
   */
  first: number;
  /**
   * Milliseconds since 1970.
   */
  last: number;
}
/**
 * A vacation from now or later; `days` 0 ends the one that runs.
 *
 */
export interface AwayIn {
  days: number;
  /**
   * Milliseconds since 1970.
   */
  first: number;
}
export interface BeginTournament {
  /**
   * Computer players of this level fill the tables.
   */
  fill?: string | null;
}
export interface BotSeat {
  kind: "bot";
  level: string;
}
export interface BotsIn {
  level: string;
  many?: number;
}
export interface ChallengeIn {
  clock?: NoClock | LiveClock | DaysClock;
  /**
   * The computer on all further seats; left out: they are open.
   */
  fill?: string | null;
  game: string;
  person: string;
  rated?: boolean;
  /**
   * Two players unless it says otherwise.
   */
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
 * So many days for each turn.
 *
 */
export interface DaysClock {
  days: number;
  kind: "days";
}
/**
 * What a turn costs that these actions would seal; `better` where it is worth asking about.
 *
 */
export interface Check {
  better: Advice | null;
  costly: boolean;
  loss: number;
}
export interface CheckIn {
  /**
   * @minItems 1
   * @maxItems 60
   */
  actions: {
    [k: string]: JsonValue;
  }[];
  lang?: string;
  seat: number;
}
export interface CoachIn {
  lang?: string;
  seat: number;
}
export interface Condition {
  at_least: number | null;
  at_most: number | null;
  fact: string;
}
export interface Contribution {
  entropy: string;
  seat: number;
}
export interface Daily {
  attempt: Attempt | null;
  /**
   * SHA-256 of the seed, known the day before.
   */
  commitment: string;
  day: string;
  /**
   * Milliseconds since 1970.
   */
  ends: number;
  finished: number;
  game: string;
  /**
   * Facts in order of weight; then the time it took.
   */
  goal: Goal[];
  lines: DailyLine[];
  mine: MyLine | null;
  /**
   * The seed, when the day is over.
   */
  seed: string | null;
  setup: {
    [k: string]: JsonValue;
  };
  /**
   * Days in a row on which you finished.
   */
  streak: number;
  /**
   * The commitment of the day after; null for a day that is over.
   */
  tomorrow: string | null;
}
export interface Goal {
  best: "low" | "high";
  fact: string;
}
export interface DailyLine {
  /**
   * The facts of the goal, and the place at the table.
   */
  facts: {
    [k: string]: unknown;
  };
  person: PersonRef;
  place: number;
  /**
   * To replay it; of others only when the day is over.
   */
  room: string | null;
  /**
   * Milliseconds from the deal to the end.
   */
  took: number;
}
export interface PersonRef {
  guest: boolean;
  id: string;
  name: string;
}
export interface MyLine {
  /**
   * The facts of the goal, and the place at the table.
   */
  facts: {
    [k: string]: unknown;
  };
  /**
   * Percent of the others left behind; null while there are none.
   */
  percentile: number | null;
  person: PersonRef;
  place: number;
  /**
   * To replay it; of others only when the day is over.
   */
  room: string | null;
  /**
   * Milliseconds from the deal to the end.
   */
  took: number;
}
/**
 * `password` of an account; a guest leaves it out.
 *
 */
export interface DeleteAccount {
  password?: string | null;
}
export interface Done {
  done: boolean;
}
export interface ElDoradoActGesture {
  actions: ElDoradoAction[];
  kind: "act";
}
export interface ElDoradoAction {
  as?: "machete" | "paddle" | "coin";
  blockade?: number;
  card?: string;
  do:
    "play" | "step" | "stop" | "enter" | "give" | "buy" | "pay" | "use" | "take" | "remove" | "put" | "discard" | "end" | "done" | "resign";
  pawn?: number;
  seat?: number;
  to?: [number, number];
  token?: string;
}
export interface ElDoradoActive {
  as: ("machete" | "paddle" | "coin") | null;
  card?: string;
  left: number | null;
  pawn: number;
  stepped: boolean;
  token?: string;
}
export interface ElDoradoArriveEvent {
  key: "eldorado.arrive";
  order: number | null;
  pawn: number;
  ply: number;
  seat: number;
}
export interface ElDoradoBareEvent {
  key: "eldorado.end" | "eldorado.final_round" | "eldorado.resign" | "eldorado.shuffle" | "eldorado.stop";
  ply: number;
  seat: number;
}
export interface ElDoradoBlockadeEvent {
  key: "eldorado.blockade";
  number: number;
  pawn: number;
  ply: number;
  seat: number;
}
export interface ElDoradoBlockadeInfo {
  number: number;
  power: number;
  symbol: "machete" | "paddle" | "coin" | "discard";
  terrain: "jungle" | "river" | "village" | "rubble" | "basecamp" | "mountain" | "start";
}
/**
 * The map; a hex's `tile` is a place in `tiles`, of which the last is the finish. Nobody enters the `city`.
 *
 */
export interface ElDoradoBoardInfo {
  city: [number, number][];
  difficulty: string | null;
  hexes: ElDoradoHexInfo[];
  open_seams: ElDoradoSeamInfo[];
  seams: ElDoradoSeamInfo[];
  tiles: ElDoradoPieceInfo[];
}
export interface ElDoradoHexInfo {
  cave: boolean;
  finish: boolean;
  power: number;
  q: number;
  r: number;
  start: number | null;
  steps_left: number | null;
  terrain: "jungle" | "river" | "village" | "rubble" | "basecamp" | "mountain" | "start";
  tile: number;
}
export interface ElDoradoSeamInfo {
  between: [number, number];
  edges: [[number, number], [number, number]][];
}
export interface ElDoradoPieceInfo {
  q: number;
  r: number;
  rotation: number;
  tile: string;
}
export interface ElDoradoBuyGesture {
  actions: ElDoradoAction[];
  alternatives: ElDoradoPayment[];
  card: string;
  kind: "buy";
  payment: ElDoradoPaymentItem[];
  price: number;
  total: number;
  values: number[];
}
/**
 * What is laid down, what each of it counts in coins, and the actions that do it.
 *
 */
export interface ElDoradoPayment {
  actions: ElDoradoAction[];
  payment: ElDoradoPaymentItem[];
  total: number;
  values: number[];
}
export interface ElDoradoPaymentItem {
  card?: string;
  token?: string;
}
export interface ElDoradoCardEvent {
  card: string;
  key: "eldorado.buy" | "eldorado.discard" | "eldorado.keep_item" | "eldorado.put" | "eldorado.remove" | "eldorado.take";
  ply: number;
  seat: number;
}
export interface ElDoradoCardInfo {
  coins?: number;
  color: "green" | "blue" | "yellow" | "white" | "purple";
  copies: number;
  cost: number | null;
  effect: ElDoradoEffect | null;
  id: string;
  market: "starting_deck" | "board" | "above";
  names: {
    [k: string]: string | null;
  };
  per_player?: number;
  power: number | null;
  single_use: boolean;
  symbols: ("machete" | "paddle" | "coin")[];
}
/**
 * What an action card does.
 *
 */
export interface ElDoradoEffect {
  also_removes_blockade?: boolean;
  draw?: number;
  not_onto?: string[];
  remove_up_to?: number;
  sources?: string[];
  to?: string;
  type: string;
}
export interface ElDoradoCaveShown {
  at: [number, number];
  count: number;
}
export interface ElDoradoComponents {
  blockades: ElDoradoBlockadeInfo[];
  board: ElDoradoBoardInfo;
  cards: ElDoradoCardInfo[];
  tokens: ElDoradoTokenInfo[];
}
export interface ElDoradoTokenInfo {
  count: number;
  effect: string;
  id: string;
  kind: "movement" | "action";
  symbol?: ("machete" | "paddle" | "coin") | null;
  value: number | null;
}
/**
 * Hand and draw pile of a seat together, less what is certain to be in its hand.
 *
 */
export interface ElDoradoDeck {
  hand: string[];
  unseen: string[];
}
/**
 * Which cards, only the owner is told.
 *
 */
export interface ElDoradoDrawEvent {
  cards?: string[];
  count: number;
  key: "eldorado.draw";
  ply: number;
  seat: number;
}
export interface ElDoradoEnterEvent {
  blockade?: number;
  key: "eldorado.enter";
  pawn: number;
  ply: number;
  seat: number;
  to?: [number, number];
}
export interface ElDoradoEnterGesture {
  actions: ElDoradoAction[];
  blockade?: number;
  cards: number;
  choices: string[];
  kind: "enter";
  pawn: number;
  removes: boolean;
  to?: [number, number];
}
export interface ElDoradoPaidEvent {
  card?: string;
  key: "eldorado.pay" | "eldorado.use";
  ply: number;
  seat: number;
  token?: string;
}
export interface ElDoradoPlayEvent {
  as?: "machete" | "paddle" | "coin";
  card?: string;
  key: "eldorado.play";
  pawn: number;
  ply: number;
  seat: number;
  token?: string;
}
export interface ElDoradoStepEvent {
  from: [number, number];
  key: "eldorado.step";
  pawn: number;
  ply: number;
  seat: number;
  to: [number, number] | null;
}
export interface ElDoradoGiveEvent {
  card: string;
  key: "eldorado.give";
  ply: number;
  removed: boolean;
  seat: number;
}
/**
 * A card left the market: how many are left of it, and the slot that is vacant or was filled from above.
 *
 */
export interface ElDoradoMarketEvent {
  card: string;
  key: "eldorado.bought" | "eldorado.taken";
  left: number;
  ply: number;
  seat: number;
  slot?: number;
  vacant?: number;
}
export interface ElDoradoExploreEvent {
  at: [number, number];
  key: "eldorado.explore";
  left: number;
  ply: number;
  seat: number;
  token: string;
}
export interface ElDoradoTurnEvent {
  key: "eldorado.turn";
  ply: number;
  round: number;
  seat: number;
}
export interface ElDoradoOverEvent {
  key: "eldorado.over";
  ply: number;
  ranking: number[];
  seat: number;
}
export interface ElDoradoMoveGesture {
  actions: ElDoradoAction[];
  arrives: boolean;
  as: ("machete" | "paddle" | "coin") | null;
  blockade?: number;
  blockades: number[];
  card?: string;
  cost: number | null;
  explores: [number, number][];
  kind: "move" | "clear";
  left: number | null;
  path: [number, number][];
  pawn: number;
  to: [number, number];
  token?: string;
}
/**
 * All a seat has ever been shown.
 *
 */
export interface ElDoradoInformation {
  actor: number;
  actors: number[];
  blockades: ElDoradoStanding[];
  caves: ElDoradoCaveShown[];
  decks: ElDoradoDeck[];
  floor: number;
  format: string;
  game: "eldorado";
  market: ElDoradoMarket;
  over: boolean;
  ply: number;
  ranking: number[] | null;
  removed: string[];
  seat: number | null;
  seats: ElDoradoSeatView[];
  setup: ElDoradoSetup;
  spent: string[];
  turn: ElDoradoTurn;
  unseen_tokens: string[];
}
/**
 * A blockade that still lies on its seam.
 *
 */
export interface ElDoradoStanding {
  between: [number, number];
  number: number;
}
export interface ElDoradoMarket {
  above: ElDoradoPile[];
  board: (ElDoradoPile | null)[];
}
export interface ElDoradoPile {
  card: string;
  count: number;
}
export interface ElDoradoSeatView {
  arrived: number | null;
  blockades: number[];
  discard: string[];
  draw_count: number;
  hand: string[] | null;
  hand_count: number;
  pawns: ElDoradoPawn[];
  played: string[];
  purse: number | null;
  resigned: boolean;
  tokens: string[];
}
export interface ElDoradoPawn {
  at: [number, number] | "arrived";
  near: [number, number][];
}
export interface ElDoradoSetup {
  blockades?: number[];
  caves: boolean;
  max_rounds?: number;
  players: number;
  route: string | ElDoradoRouteObject;
}
/**
 * A route of one's own; what is left out follows from its tiles.
 *
 */
export interface ElDoradoRouteObject {
  difficulty?: string | null;
  finish: ElDoradoPieceInfo;
  id?: string | null;
  names?: {
    [k: string]: string | null;
  };
  tiles: ElDoradoPieceInfo[];
}
export interface ElDoradoTurn {
  active: ElDoradoActive | null;
  bought: boolean;
  change_symbol: boolean;
  final_round: boolean;
  gained: string[];
  keepable: string[];
  pass_occupied: boolean;
  pending: ElDoradoPending | null;
  phase: "play" | "discard" | "over";
  round: number;
  seat: number;
}
/**
 * What has to be answered first.
 *
 */
export interface ElDoradoPending {
  blockade?: number;
  card?: string;
  count?: number;
  due?: number;
  kind: "give" | "pay" | "take" | "remove" | "put";
  left?: number;
  may?: boolean;
  pawn?: number;
  to?: [number, number];
}
/**
 * What the table shows a seat now; `seat` is null for a spectator.
 *
 */
export interface ElDoradoView {
  actor: number;
  actors: number[];
  blockades: ElDoradoStanding[];
  caves: ElDoradoCaveShown[];
  floor: number;
  format: string;
  game: "eldorado";
  market: ElDoradoMarket;
  over: boolean;
  ply: number;
  ranking: number[] | null;
  removed: string[];
  seat: number | null;
  seats: ElDoradoSeatView[];
  setup: ElDoradoSetup;
  spent: string[];
  turn: ElDoradoTurn;
}
export interface Endpoint {
  endpoint: string;
}
/**
 * How the seed comes about; docs/fair-shuffles.md says how to check it.
 *
 */
export interface Fairness {
  /**
   * SHA-256 of the server's secret, known before anybody contributes.
   */
  commitment: string;
  contributions: Contribution[];
  /**
   * The server's secret, once the game is over.
   */
  secret: string | null;
}
export interface Favourite {
  card: string;
  game: string;
  many: number;
}
/**
 * An account by its exact name: there is no list of strangers.
 *
 */
export interface FindPerson {
  name: string;
}
export interface Forgotten {
  name: string;
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
export interface Friend {
  /**
   * On vacation until then.
   */
  away: number | null;
  /**
   * Whether they follow you too.
   */
  back: boolean;
  /**
   * Whether they are here now; null where they do not show it to you.
   */
  here: boolean | null;
  likeness: string;
  person: PersonRef;
  /**
   * Milliseconds since 1970.
   */
  since: number;
}
export interface Friends {
  blocked: PersonRef[];
  challenges: Invitation[];
  followers: PersonRef[];
  following: Friend[];
}
export interface Invitation {
  /**
   * Milliseconds since 1970.
   */
  at: number;
  clock: NoClock1 | LiveClock1 | DaysClock;
  game: string;
  person: PersonRef;
  rated: boolean;
  /**
   * Six letters and digits.
   */
  room: string;
  setup: {
    [k: string]: JsonValue;
  };
}
/**
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "NoClock-Output".
 */
export interface NoClock1 {
  kind: "none";
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
  /**
   * What the game is called, by language.
   */
  titles: {
    [k: string]: string;
  };
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
export interface GameLine {
  /**
   * Milliseconds since 1970.
   */
  at: number;
  facts: {
    [k: string]: unknown;
  };
  game: string;
  place: number;
  players: number;
  /**
   * By how much the rating changed.
   */
  rating: number | null;
  /**
   * Six letters and digits.
   */
  room: string;
  seat: number;
  seats: NamedSeat[];
  setup: {
    [k: string]: JsonValue;
  };
  variant: string;
}
/**
 * Who sat there: a person's name, or the level of a computer.
 *
 */
export interface NamedSeat {
  kind: "open" | "person" | "bot";
  level: string | null;
  name: string | null;
  seat: number;
}
export interface Glance {
  /**
   * Six letters and digits.
   */
  code: string;
  /**
   * Milliseconds each seat has left, where a clock runs.
   */
  left: number[] | null;
  running: number[];
  status: "waiting" | "playing" | "over" | "closed";
  /**
   * What a spectator sees; null before the start.
   */
  view: {
    [k: string]: unknown;
  } | null;
}
export interface GuestIn {
  name?: string | null;
}
export interface LeaderboardLine {
  person: PersonRef;
  place: number;
  rating: Rating;
}
/**
 * openskill: `mu` the estimate, `sigma` its uncertainty; `shown` ± `doubt` is what people see of them: a newcomer
 * at 1500, and the true strength between both ends 19 times out of 20.
 *
 */
export interface Rating {
  doubt: number;
  game: string;
  games: number;
  mu: number;
  players: number;
  shown: number;
  sigma: number;
}
/**
 * What lies on the table, and what is in hand: `tile` and `rotation`, with `q` and `r` where it hovers.
 *
 */
export interface LookIn {
  hand?: {
    [k: string]: JsonValue;
  } | null;
  lang?: string;
  route: {
    [k: string]: JsonValue;
  };
}
export interface MailAddress {
  address: string;
}
/**
 * Quick match: a public room with exactly these terms and a free seat, or a new one.
 *
 */
export interface MatchIn {
  clock?: NoClock | LiveClock | DaysClock;
  /**
   * Counts where a room is found, not where one is made.
   */
  entropy?: string | null;
  game: string;
  rated?: boolean;
  setup?: {
    [k: string]: JsonValue;
  };
}
/**
 * `person` is null until a guest or account session exists.
 *
 */
export interface Me {
  /**
   * Whether this house sends mail, such as a link when a password is forgotten.
   */
  mail: boolean;
  person: PersonRef | null;
}
/**
 * I sit here; `name` where several people share this device.
 *
 */
export interface MySeat {
  entropy?: string | null;
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
export interface NewTournament {
  clock: LiveClock | DaysClock;
  /**
   * Swiss rounds, or everyone meets everyone.
   */
  form?: "swiss" | "everyone";
  game: string;
  name: string;
  /**
   * Whether the host takes part.
   */
  play?: boolean;
  /**
   * Of Swiss rounds.
   */
  rounds?: number;
  setup?: {
    [k: string]: JsonValue;
  };
  /**
   * Players at every table.
   */
  size?: number;
}
export interface Opened {
  code: string;
  route: {
    [k: string]: JsonValue;
  };
}
/**
 * Where the game began if not with a fresh deal. The position itself is shown after the end, in the record.
 *
 */
export interface OriginInfo {
  /**
   * Of a day's challenge: its date. The deal stays closed that day.
   */
  day: string | null;
  kind: "position" | "record" | "room" | "daily" | "tournament";
  ply: number | null;
  room: string | null;
  /**
   * Of a tournament's table: the tournament.
   */
  tournament: string | null;
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
export interface PlainChoice {
  /**
   * What to send as one `act`.
   */
  actions: {
    [k: string]: unknown;
  }[];
  text: string;
}
export interface PlainLine {
  /**
   * Whether a turn begins with this line.
   */
  opens: boolean;
  ply: number;
  /**
   * -1 where it is nobody's doing.
   */
  seat: number;
  text: string;
}
export interface PlainPlace {
  place: number;
  points: number | null;
  seat: number;
}
export interface PlainResult {
  /**
   * What decided, in a sentence.
   */
  decided: string;
  /**
   * The best first.
   */
  places: PlainPlace[];
  winners: number[];
}
export interface PlainTable {
  /**
   * What the seat may do now.
   */
  choices: PlainChoice[];
  journal: PlainLine[];
  /**
   * Length of the line of actions it was made from.
   */
  line: number;
  /**
   * The table as SVG, where the game draws itself.
   */
  picture: string | null;
  result: PlainResult | null;
  /**
   * The table in plain characters.
   */
  text: string;
  title: string;
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
  /**
   * Agrees to the terms as they are now.
   */
  ready: boolean;
  /**
   * An open seat that is kept for this person.
   */
  reserved: PersonRef | null;
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
export interface Profile {
  games: GameLine[];
  likeness: string;
  of_stars: number;
  own: boolean;
  person: PersonRef;
  points: RatingPoint[];
  public: boolean;
  ratings: Rating[];
  seen: boolean;
  /**
   * Milliseconds since 1970.
   */
  since: number;
  stars: number;
  statistics: Statistics;
}
export interface RatingPoint {
  /**
   * Milliseconds since 1970.
   */
  at: number;
  before: number;
  doubt: number;
  game: string;
  players: number;
  /**
   * Six letters and digits.
   */
  room: string;
  shown: number;
}
export interface Statistics {
  cards: Favourite[];
  games: number;
  longest: number;
  seats: SeatWins[];
  steps: {
    [k: string]: number;
  };
  streak: number;
  variants: Variant[];
  won: number;
}
export interface SeatWins {
  game: string;
  games: number;
  seat: number;
  won: number;
}
export interface Variant {
  best: number | null;
  fact: string | null;
  game: string;
  games: number;
  room: string | null;
  variant: string;
  won: number;
}
export interface ProfileChange {
  likeness?: string | null;
  public?: boolean | null;
  seen?: boolean | null;
}
export interface PushKeys {
  auth: string;
  p256dh: string;
}
export interface PuzzleIn {
  /**
   * @maxItems 60
   */
  actions: {
    [k: string]: JsonValue;
  }[];
  lang?: string;
}
export interface PuzzleLine {
  grade: "easy" | "medium" | "hard";
  id: string;
  players: number;
}
/**
 * All puzzles of a game, easy ones first, and the one of the day (UTC).
 *
 */
export interface PuzzleList {
  day: string;
  puzzles: PuzzleLine[];
  today: string | null;
}
/**
 * What a person has solved of a game's puzzles.
 *
 */
export interface PuzzleProgress {
  /**
   * Days (UTC) on which the puzzle of the day was solved.
   *
   * @maxItems 1000
   */
  days: string[];
  /**
   * Tries until it was solved; 0: the answer was looked at.
   */
  solved: {
    /**
     * This interface was referenced by `undefined`'s JSON-Schema definition
     * via the `patternProperty` "^[a-z0-9_]{1,40}-[0-9a-f]{8}$".
     */
    [k: string]: number;
  };
}
export interface PuzzleProgressIn {
  /**
   * Days (UTC); one counts where its puzzle is solved.
   *
   * @maxItems 1000
   */
  days: string[];
  solved: {
    [k: string]: SolvedIn;
  };
}
/**
 * A puzzle that is said to be solved, and by which turn.
 *
 * This interface was referenced by `undefined`'s JSON-Schema definition
 * via the `patternProperty` "^[a-z0-9_]{1,40}-[0-9a-f]{8}$".
 *
 */
export interface SolvedIn {
  /**
   * The whole turn that solved it: it is played again and judged.
   *
   * @maxItems 60
   */
  actions?: {
    [k: string]: JsonValue;
  }[];
  /**
   * 0: the answer was looked at.
   */
  tries: number;
}
/**
 * The table of a puzzle after some actions of its seat.
 *
 */
export interface PuzzleTable {
  events: {
    [k: string]: JsonValue;
  }[];
  /**
   * How often each level finds the solution.
   */
  found: {
    [k: string]: JsonValue;
  };
  game: string;
  gestures: {
    [k: string]: JsonValue;
  }[];
  grade: "easy" | "medium" | "hard";
  id: string;
  /**
   * By how much of win chance the solution is ahead of every other turn.
   */
  margin: number;
  /**
   * The turn is over: it can be judged now.
   */
  over: boolean;
  seat: number;
  setup: {
    [k: string]: JsonValue;
  };
  view: {
    [k: string]: JsonValue;
  };
}
/**
 * `mail` and `hook` count only where an address is known; equal ends mean no quiet hours.
 *
 */
export interface Reach {
  /**
   * The mail address, also while it is not confirmed.
   */
  address: string | null;
  /**
   * How many browsers get push messages.
   */
  browsers: number;
  confirmed: boolean;
  hook: boolean;
  /**
   * Signs what the webhook gets: HMAC-SHA-256 of the body.
   */
  hook_key: string | null;
  hook_url: string | null;
  lang: "en" | "pt" | "it" | "fr";
  mail: boolean;
  /**
   * Whether this house sends mail.
   */
  mail_here: boolean;
  push: boolean;
  /**
   * This house's public key, for `PushManager.subscribe`.
   */
  push_key: string;
  /**
   * Of the day: 22:30 is 1350.
   */
  quiet_from: number;
  /**
   * Of the day: 22:30 is 1350.
   */
  quiet_to: number;
  zone: string;
}
/**
 * What is left out stays.
 *
 */
export interface ReachChange {
  hook?: boolean | null;
  /**
   * Empty: none any more.
   */
  hook_url?: string | null;
  lang?: ("en" | "pt" | "it" | "fr") | null;
  mail?: boolean | null;
  push?: boolean | null;
  quiet_from?: number | null;
  quiet_to?: number | null;
  zone?: string | null;
}
/**
 * What the asker says about their own seats; what is left out stays.
 *
 */
export interface ReadyIn {
  entropy?: string | null;
  /**
   * Whether they agree to start on the terms as they are.
   */
  ready?: boolean | null;
}
export interface Reason {
  /**
   * A sentence in the language asked for; null where nothing is against it.
   */
  text: string | null;
}
export interface RecordIn {
  record: {
    [k: string]: JsonValue;
  };
}
export interface RematchIn {
  /**
   * Counts where an offer is accepted, not made.
   */
  entropy?: string | null;
  /**
   * Leave it waiting even if nobody else has to be asked.
   */
  hold?: boolean;
}
/**
 * An offer to play again. Nobody is seated without accepting; the game starts when all have.
 *
 */
export interface RematchOffer {
  accepted: string[];
  by: PersonRef | null;
  /**
   * Six letters and digits.
   */
  code: string;
  declined: string[];
  started: boolean;
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
/**
 * Somebody's behaviour, for those who run the house; the last lines said in the room come along.
 *
 */
export interface ReportIn {
  person: string;
  reason: "talk" | "name" | "play" | "other";
  room?: string | null;
  words?: string;
}
export interface ResetIn {
  password: string;
  token: string;
}
/**
 * A review, or how far it is: ask again until it is ready. Nobody asking for a while gives it up.
 *
 */
export interface ReviewStatus {
  /**
   * Decisions thought about.
   */
  done: number;
  /**
   * The rules are being compiled: the first review on a machine waits for it.
   */
  preparing: boolean;
  /**
   * docs/review.md tells its fields.
   */
  review: {
    [k: string]: JsonValue;
  } | null;
  /**
   * Six letters and digits.
   */
  room: string;
  status: "working" | "ready";
  /**
   * Decisions there are; 0 until they are counted.
   */
  total: number;
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
  /**
   * Null for imported games and those from before there was such a thing.
   */
  fairness: Fairness | null;
  game: string;
  host: PersonRef | null;
  /**
   * The room of the rematch, once somebody offered one.
   */
  next: string | null;
  on_timeout: "resign" | "bot";
  origin: OriginInfo | null;
  outcome: ("finished" | "agreed" | "imported") | null;
  previous: string | null;
  public: boolean;
  ranking: number[] | null;
  rated: boolean;
  rematch: RematchOffer | null;
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
export interface SaveIn {
  name: string;
  public?: boolean;
  route: {
    [k: string]: JsonValue;
  };
}
/**
 * A route in the house. `route` is what a game's set-up takes: with it every game of it is counted.
 *
 */
export interface SavedRoute {
  board: {
    [k: string]: JsonValue;
  };
  code: string;
  /**
   * Milliseconds since 1970.
   */
  created: number;
  grade: string;
  id: string;
  maker: string;
  mine: boolean;
  name: string;
  own_stars: number | null;
  plays: number;
  public: boolean;
  route: {
    [k: string]: JsonValue;
  };
  stars: number;
  steps: number;
  votes: number;
}
/**
 * A place where one is signed in. `device` is as much as the browser told, such as `Firefox, Linux`.
 *
 */
export interface Session {
  /**
   * Milliseconds since 1970.
   */
  created: number;
  device: string;
  /**
   * This one.
   */
  here: boolean;
  id: string;
  /**
   * Milliseconds since 1970.
   */
  seen: number;
}
export interface SilverGoldAction {
  card?: string;
  cells?: [number, number][];
  do: "keep" | "mark" | "take" | "resign";
  map?: number;
  seat?: number;
}
export interface SilverGoldBareEvent {
  key: "silvergold.resign" | "silvergold.start";
  ply: number;
  seat: number;
}
export interface SilverGoldBounds {
  max: number;
  min: number;
}
export interface SilverGoldBrings {
  coins: number;
  completes: boolean;
  extra: number;
  palms: number[];
  row: boolean;
}
export interface SilverGoldCardEvent {
  card: string;
  key: "silvergold.keep" | "silvergold.complete";
  ply: number;
  seat: number;
}
export interface SilverGoldCardGesture {
  actions: SilverGoldAction[];
  card: string;
  kind: "keep" | "take";
}
export interface SilverGoldCoinsEvent {
  count: number;
  key: "silvergold.coins";
  ply: number;
  seat: number;
  total: number;
}
export interface SilverGoldComponents {
  colours: ("grey" | "green" | "orange" | "purple")[];
  expedition: SilverGoldExpeditionInfo[];
  maps: SilverGoldMapInfo[];
  patterns: SilverGoldPatternInfo[];
  score_sheet: SilverGoldSheetInfo;
}
export interface SilverGoldExpeditionInfo {
  id: string;
  pattern: string;
}
export interface SilverGoldMapInfo {
  colour: "grey" | "green" | "orange" | "purple";
  grid: string[];
  id: string;
  points: number;
  seal: SilverGoldSeal | null;
}
export interface SilverGoldSeal {
  colour: "grey" | "green" | "orange" | "purple";
  points: number;
}
export interface SilverGoldPatternInfo {
  grid: string[];
  id: string;
  orientations: [number, number][][];
}
export interface SilverGoldSheetInfo {
  coin_rows: number;
  coins_per_row: number;
  component: string;
  dealt: number;
  display: number;
  flips_per_round: number;
  kept: number;
  palms: number;
  pens: number;
  players: SilverGoldBounds;
  rounds: number;
  score_cards: number;
  tie_break: ("grey" | "green" | "orange" | "purple")[];
  trophies: number[];
}
export interface SilverGoldMarkEvent {
  cells: [number, number][];
  key: "silvergold.mark";
  map: number;
  on: string;
  ply: number;
  seat: number;
}
export interface SilverGoldExtraEvent {
  count: number;
  key: "silvergold.extra";
  ply: number;
  seat: number;
}
export interface SilverGoldPointsEvent {
  key: "silvergold.palm" | "silvergold.trophy";
  ply: number;
  points: number;
  seat: number;
}
export interface SilverGoldTakeEvent {
  card: string;
  key: "silvergold.take";
  map: number;
  ply: number;
  seat: number;
  source: "display" | "deck";
}
export interface SilverGoldRefillEvent {
  cards: string[];
  key: "silvergold.refill";
  ply: number;
  seat: number;
}
export interface SilverGoldRoundEvent {
  key: "silvergold.round";
  ply: number;
  round: number;
  seat: number;
}
export interface SilverGoldRevealEvent {
  expedition: string;
  flip: number;
  key: "silvergold.reveal";
  pattern: string;
  ply: number;
  round: number;
  seat: number;
}
export interface SilverGoldOverEvent {
  key: "silvergold.over";
  ply: number;
  ranking: number[];
  scores: number[];
  seat: number;
}
export interface SilverGoldMarkGesture {
  actions: SilverGoldAction[];
  brings: SilverGoldBrings;
  cells: [number, number][];
  kind: "mark";
  map: number;
  owed: number;
  pattern: boolean;
  symbols: SilverGoldSymbols;
}
export interface SilverGoldSymbols {
  coin: number;
  cross: number;
  palm: number;
}
/**
 * All a seat has ever been shown.
 *
 */
export interface SilverGoldInformation {
  actor: number;
  actors: number[];
  deck_count: number;
  display: string[];
  events: (
    | SilverGoldCardEvent
    | SilverGoldBareEvent
    | SilverGoldMarkEvent
    | SilverGoldExtraEvent
    | SilverGoldCoinsEvent
    | SilverGoldPointsEvent
    | SilverGoldTakeEvent
    | SilverGoldRefillEvent
    | SilverGoldRoundEvent
    | SilverGoldRevealEvent
    | SilverGoldOverEvent
  )[];
  floor: number;
  format: string;
  game: "silvergold";
  over: boolean;
  palm_value: number;
  ply: number;
  ranking: number[] | null;
  revealed: string[];
  seat: number | null;
  seats: SilverGoldSeatView[];
  setup: SilverGoldSetup;
  trophies: number[];
  turn: SilverGoldTurn;
}
export interface SilverGoldSeatView {
  coins: number;
  completed: string[];
  dealt: string[] | null;
  dealt_count: number;
  maps: (SilverGoldMapState | null)[];
  owed: SilverGoldOwed;
  palms: number[];
  resigned: boolean;
  score: SilverGoldScore;
  trophies: number[];
}
export interface SilverGoldMapState {
  card: string;
  marked: [number, number][];
}
/**
 * What a seat still has to do.
 *
 */
export interface SilverGoldOwed {
  extra: number;
  maps: number;
  pattern: boolean;
  rows: number;
}
export interface SilverGoldScore {
  coins: number;
  maps: number;
  palms: number;
  seals: number;
  total: number;
  trophies: number;
}
export interface SilverGoldSetup {
  players: number;
}
export interface SilverGoldTurn {
  flip: number;
  left_count: number;
  pattern: string | null;
  phase: "keep" | "mark" | "replace" | "over";
  round: number;
  start: number;
}
/**
 * What the table shows a seat now; `seat` is null for a spectator.
 *
 */
export interface SilverGoldView {
  actor: number;
  actors: number[];
  deck_count: number;
  display: string[];
  floor: number;
  format: string;
  game: "silvergold";
  over: boolean;
  palm_value: number;
  ply: number;
  ranking: number[] | null;
  seat: number | null;
  seats: SilverGoldSeatView[];
  setup: SilverGoldSetup;
  trophies: number[];
  turn: SilverGoldTurn;
}
export interface Solution {
  actions: {
    [k: string]: JsonValue;
  }[];
  chance: number;
  facts: {
    [k: string]: JsonValue;
  };
  hint: string;
  margin: number;
  reason: {
    [k: string]: JsonValue;
  };
  text: string;
  why: string;
}
export interface Star {
  all: Condition[];
  room: string | null;
}
export interface StarsIn {
  stars: number;
}
export interface Step {
  best: number | null;
  fact: string;
  game: string;
  /**
   * What the Guide reaches on average, of the fact the step is about.
   */
  guide: number;
  id: string;
  level: string;
  played: number;
  /**
   * My game of this step that is not over.
   */
  running: string | null;
  setup: {
    [k: string]: JsonValue;
  };
  stars: Star[];
}
/**
 * What `PushSubscription.toJSON` gives, without its time.
 *
 */
export interface Subscription {
  endpoint: string;
  keys: PushKeys;
}
export interface Suggestion {
  board: {
    [k: string]: JsonValue;
  };
  code: string;
  report: {
    [k: string]: JsonValue;
  };
  route: {
    [k: string]: JsonValue;
  };
}
export interface TokenIn {
  token: string;
}
export interface Tournament {
  begun: number | null;
  clock: LiveClock1 | DaysClock;
  /**
   * Six letters and digits.
   */
  code: string;
  /**
   * Milliseconds since 1970.
   */
  created: number;
  ended: number | null;
  entrants: TournamentEntrant[];
  form: "swiss" | "everyone";
  game: string;
  history: TournamentRound[];
  host: PersonRef | null;
  /**
   * Whether you are the host.
   */
  hosting: boolean;
  may_join: boolean;
  name: string;
  /**
   * When the next round begins.
   */
  next_at: number | null;
  /**
   * Milliseconds for coming to a table; null where the days of a turn count.
   */
  patience: number | null;
  /**
   * The last round begun.
   */
  round: number;
  /**
   * 0 while it depends on who comes.
   */
  rounds: number;
  setup: {
    [k: string]: JsonValue;
  };
  size: number;
  standing: TournamentPlace[];
  status: "open" | "playing" | "over" | "closed";
  /**
   * The room where you play now.
   */
  table: string | null;
  /**
   * Your number among the entrants, while you take part.
   */
  you: number | null;
}
export interface TournamentEntrant {
  guest: boolean;
  /**
   * Of a computer player.
   */
  level: string | null;
  name: string;
  number: number;
  out: ("left" | "removed" | "missing") | null;
  person: string | null;
}
export interface TournamentRound {
  number: number;
  off: number[];
  tables: TournamentSeats[];
}
export interface TournamentSeats {
  /**
   * Until when they may come.
   */
  due: number | null;
  /**
   * In seat order.
   */
  entrants: number[];
  /**
   * Seats whose people did not come.
   */
  missed: number[];
  number: number;
  places: number[] | null;
  room: string | null;
  status: "coming" | "playing" | "over" | "walkover";
}
/**
 * A line of the standing; docs/tournaments.md says how the tie-breaks count.
 *
 */
export interface TournamentPlace {
  /**
   * Points of the opponents left behind, half of those level.
   */
  beaten: number;
  entrant: number;
  /**
   * Points of all opponents together.
   */
  field: number;
  off: number;
  place: number;
  played: number;
  points: number;
  /**
   * Tables won.
   */
  won: number;
}
/**
 * A line of a list.
 *
 */
export interface TournamentLine {
  clock: LiveClock1 | DaysClock;
  /**
   * Six letters and digits.
   */
  code: string;
  /**
   * Milliseconds since 1970.
   */
  created: number;
  entrants: number;
  form: "swiss" | "everyone";
  game: string;
  name: string;
  /**
   * The last round begun.
   */
  round: number;
  /**
   * 0 while it depends on who comes.
   */
  rounds: number;
  setup: {
    [k: string]: JsonValue;
  };
  size: number;
  status: "open" | "playing" | "over" | "closed";
}
export interface TrialIn {
  caves?: boolean;
  games?: number;
  /**
   * Who plays; the quick planner if not said.
   */
  level?: string | null;
  players?: number;
  route: {
    [k: string]: JsonValue;
  };
  seed?: number;
}
export interface Verdict {
  chance: number;
  solved: boolean;
  text: string;
  why: string;
}
/**
 * What a person pressed: the game knows which fields its questions have.
 *
 */
export interface WhyNot {
  lang?: "en" | "pt" | "it" | "fr";
  question: {
    [k: string]: JsonValue;
  };
  seat: number;
}
export interface WishIn {
  grade?: ("introductory" | "easy" | "medium" | "hard") | null;
  lanes?: number | null;
  lang?: string;
  longest?: number;
  seed?: number;
  shortest?: number;
  variety?: number | null;
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
  code: "bad_message" | "not_yours" | "stale" | "illegal" | "not_running" | "too_fast" | "nothing_to_undo" | "unavailable" | "internal";
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
