/**
 * The JSON a game of El Dorado speaks: components, view, gestures, events. The client reads it and holds no
 * rules.
 */
export type Coord = [number, number];
export type Symbol_ = "machete" | "paddle" | "coin";
export type Terrain = "jungle" | "river" | "village" | "rubble" | "basecamp" | "mountain" | "start";
export type Color = "green" | "blue" | "yellow" | "white" | "purple";

export interface CardInfo {
  id: string;
  color: Color;
  symbols: Symbol_[];
  power: number | null;
  cost: number | null;
  single_use: boolean;
  effect: { type: string; draw?: number; remove_up_to?: number } | null;
  market: "starting_deck" | "board" | "above";
}
export interface TokenInfo {
  id: string;
  kind: string;
  symbol?: Symbol_ | null;
  value?: number | null;
}
export interface BlockadeInfo {
  number: number;
  terrain: Terrain;
  symbol: string;
  power: number;
}
export interface HexInfo {
  q: number;
  r: number;
  terrain: Terrain;
  power: number;
  tile: number;
  cave: boolean;
  start: number | null;
  finish: boolean;
  /** Of the shortest walk to the finish, blockades left aside. */
  steps_left: number | null;
}
export interface BoardInfo {
  hexes: HexInfo[];
  tiles: { tile: string; rotation: number; q: number; r: number }[];
  seams: { between: [number, number]; edges: [Coord, Coord][] }[];
  /** Cells of the golden city, which nobody enters. */
  city: Coord[];
}
export interface Components {
  cards: CardInfo[];
  tokens: TokenInfo[];
  blockades: BlockadeInfo[];
  board: BoardInfo;
}

export interface Pile {
  card: string;
  count: number;
}
export interface Pending {
  kind: "give" | "pay" | "take" | "remove" | "put";
  pawn?: number;
  to?: Coord;
  blockade?: number;
  left?: number;
  card?: string;
  due?: number;
  may?: boolean;
  count?: number;
}
export interface Active {
  card?: string;
  token?: string;
  as: Symbol_ | null;
  pawn: number;
  left: number | null;
  stepped: boolean;
}
export interface Turn {
  seat: number;
  round: number;
  phase: "play" | "discard" | "over";
  bought: boolean;
  active: Active | null;
  gained: string[];
  pending: Pending | null;
  pass_occupied: boolean;
  change_symbol: boolean;
  keepable: string[];
  final_round: boolean;
}
export interface SeatView {
  pawns: { at: Coord | "arrived"; near: Coord[] }[];
  hand: string[] | null;
  hand_count: number;
  draw_count: number;
  discard: string[];
  played: string[];
  blockades: number[];
  tokens: string[];
  /** The most coins the own seat could pay for one card now; null for others. */
  purse?: number | null;
  arrived: number | null;
  resigned: boolean;
}
export interface View {
  game: "eldorado";
  setup: { players: number; route: string | { id?: string }; caves: boolean };
  seat: number | null;
  ply: number;
  actor: number;
  floor: number;
  over: boolean;
  ranking: number[] | null;
  turn: Turn;
  seats: SeatView[];
  market: { board: (Pile | null)[]; above: Pile[] };
  blockades: { number: number; between: [number, number] }[];
  caves: { at: Coord; count: number }[];
  removed: string[];
  spent: string[];
}

export interface Action {
  do: string;
  card?: string;
  token?: string;
  as?: Symbol_;
  pawn?: number;
  to?: Coord;
  blockade?: number;
  seat?: number;
}
export interface MoveGesture {
  kind: "move" | "clear";
  card?: string;
  token?: string;
  as?: Symbol_ | null;
  pawn: number;
  to?: Coord;
  path: Coord[];
  blockades?: number[];
  blockade?: number;
  cost: number | null;
  left: number | null;
  explores?: Coord[];
  arrives?: boolean;
  actions: Action[];
}
export interface EnterGesture {
  kind: "enter";
  pawn: number;
  to?: Coord;
  blockade?: number;
  cards: number;
  removes: boolean;
  choices: string[];
  actions: Action[];
}
export interface PaymentItem {
  card?: string;
  token?: string;
}
export interface Payment {
  payment: PaymentItem[];
  /** What each of it counts, in coins. */ values: number[];
  total: number;
  actions: Action[];
}
export interface BuyGesture extends Payment {
  kind: "buy";
  card: string;
  price: number;
  alternatives: Payment[];
}
export interface ActGesture {
  kind: "act";
  actions: Action[];
}
export type Gesture = MoveGesture | EnterGesture | BuyGesture | ActGesture;

export interface GameEvent {
  ply: number;
  seat: number;
  key: string;
  [data: string]: unknown;
}

export const key = (at: Coord): string => `${at[0]},${at[1]}`;
export const fromKey = (text: string): Coord => text.split(",").map(Number) as Coord;
export const same = (a: Coord | undefined, b: Coord | undefined): boolean =>
  !!a && !!b && a[0] === b[0] && a[1] === b[1];
