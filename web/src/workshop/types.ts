/** What the server says about a route in the making. The page shows it and holds no rules. */
import type { BoardInfo, Coord, HexInfo } from "../games/eldorado/model";

export interface Piece {
  tile: string;
  rotation: number;
  q: number;
  r: number;
}
export interface Route {
  tiles: Piece[];
  finish: Piece | null;
  id?: string;
  names?: Record<string, string | null>;
}
export interface Side {
  kind: "start" | "terrain" | "strip" | "finish";
  back: string;
  hexes: HexInfo[];
  city: Coord[];
}
export type Grade = "introductory" | "easy" | "medium" | "hard";
export interface BoxInfo {
  sides: Record<string, Side>;
  official: { id: string; steps: number; grade: Grade }[];
}
export interface Verdict {
  ok: boolean;
  text: string;
  reason: string | null;
  pieces: number[];
  places: Coord[];
}
export interface Advice {
  rule: string;
  name: string;
  fine: boolean;
  value: number | null;
  bound: number | null;
  official: Record<string, number | null>;
  text: string;
  places: Coord[];
}
export interface Report {
  steps: number;
  tiles: number;
  blockades: number;
  caves: number;
  grade: Grade;
  advice: Advice[];
  lanes: Record<string, Coord[]>;
}
export interface Place {
  q: number;
  r: number;
  edges: number;
}
export interface Look {
  route: Route;
  verdict: Verdict;
  board: BoardInfo | null;
  report: Report | null;
  finishes: Piece[];
  hand: { index: number; places: Place[]; back: string; why: Verdict | null; longer: number | null } | null;
}
/** A route as it lies on the paper. */
export interface Laid {
  tiles: Piece[];
  finish: Piece | null;
}
export interface Hand {
  tile: string;
  rotation: number;
  /** Where it hovers, if over the paper. */
  at: { q: number; r: number } | null;
  /** Its place in the route; at the end if not said. */
  index?: number;
  /** The route before it was lifted; it came out of the box if not said. */
  from?: Laid;
}
export interface SeatShare {
  share: number;
  low: number;
  high: number;
}
export interface TrialGroup {
  level: string;
  players: number;
  caves: boolean;
  games: number;
  rounds: number;
  rounds_interval: [number, number];
  seats: SeatShare[];
  blocked: number;
  kept: number;
  close: number;
  stuck: number;
  decks: Record<string, number>;
}
export interface Figures {
  games: number;
  done: number;
  groups: TrialGroup[];
  grade: { grade: Grade; by: string };
  walked: [number, number, number][];
  steps: [number, number, number, number, number][];
  blocked_at: [number, number, number][];
}
export interface Suggestion {
  route: Route;
  code: string;
  board: BoardInfo;
  report: Report;
}
export interface SavedRoute {
  id: string;
  name: string;
  maker: string;
  mine: boolean;
  public: boolean;
  code: string;
  steps: number;
  grade: Grade;
  plays: number;
  stars: number;
  votes: number;
  own_stars: number | null;
  route: Route;
  board: BoardInfo;
}
