/** What the server says about a Silver & Gold table, as far as the page uses it. */
export type Cell = [row: number, column: number];
export type Colour = "grey" | "green" | "orange" | "purple";

export interface MapInfo {
  id: string;
  colour: Colour;
  points: number;
  seal: { colour: Colour; points: number } | null;
  grid: string[];
}
export interface PatternInfo {
  id: string;
  grid: string[];
  orientations: Cell[][];
}
export interface SheetInfo {
  coin_rows: number;
  coins_per_row: number;
  palms: number;
  rounds: number;
  flips_per_round: number;
  trophies: number[];
  tie_break: Colour[];
  kept: number;
}
export interface Components {
  maps: MapInfo[];
  patterns: PatternInfo[];
  expedition: { id: string; pattern: string }[];
  colours: Colour[];
  score_sheet: SheetInfo;
}

export interface MapState {
  card: string;
  marked: Cell[];
}
export interface Score {
  maps: number;
  seals: number;
  coins: number;
  trophies: number;
  palms: number;
  total: number;
}
export interface SeatView {
  maps: (MapState | null)[];
  dealt: string[] | null;
  dealt_count: number;
  completed: string[];
  coins: number;
  trophies: number[];
  palms: number[];
  owed: { pattern: boolean; extra: number; rows: number; maps: number };
  resigned: boolean;
  score: Score;
}
export type Phase = "keep" | "mark" | "replace" | "over";
export interface View {
  seat: number | null;
  ply: number;
  actor: number;
  actors: number[];
  over: boolean;
  ranking: number[] | null;
  turn: {
    round: number;
    flip: number;
    start: number;
    phase: Phase;
    pattern: string | null;
    left_count: number;
  };
  seats: SeatView[];
  display: string[];
  deck_count: number;
  trophies: number[];
  palm_value: number;
}

export interface Action {
  do: string;
  [part: string]: unknown;
}
export interface MarkGesture {
  kind: "mark";
  map: number;
  cells: Cell[];
  pattern: boolean;
  symbols: { cross: number; coin: number; palm: number };
  brings: { extra: number; coins: number; palms: number[]; row: boolean; completes: boolean };
  owed: number;
  actions: Action[];
}
export interface CardGesture {
  kind: "keep" | "take";
  card: string;
  actions: Action[];
}
export type Gesture = MarkGesture | CardGesture;
export interface GameEvent {
  ply: number;
  seat: number;
  key: string;
  [part: string]: unknown;
}
