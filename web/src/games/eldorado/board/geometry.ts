/** Places on the sheet. Axial coordinates, pointy tops, hex side 100. */
import { key, type BoardInfo, type Coord } from "../model";

export interface Point {
  x: number;
  y: number;
}
export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

const R3 = Math.sqrt(3);
export const DIRECTIONS: Coord[] = [
  [1, 0],
  [1, -1],
  [0, -1],
  [-1, 0],
  [-1, 1],
  [0, 1],
];
/** The edge shared with a neighbour runs between these corners (0 on top, clockwise). */
const EDGE: Record<string, [number, number]> = {
  "1,0": [1, 2],
  "1,-1": [0, 1],
  "0,-1": [5, 0],
  "-1,0": [4, 5],
  "-1,1": [3, 4],
  "0,1": [2, 3],
};

export function centre([q, r]: Coord): Point {
  return { x: 100 * R3 * (q + r / 2), y: 150 * r };
}

function corner(at: Coord, k: number): Point {
  const { x, y } = centre(at);
  const a = ((60 * k - 90) * Math.PI) / 180;
  return { x: x + 100 * Math.cos(a), y: y + 100 * Math.sin(a) };
}

/** A hex as a path of its own place: no transform, so that hundreds of them cost the browser nothing. */
export function hexPath(at: Coord): string {
  const { x, y } = centre(at);
  return `M${f(x)} ${f(y - 100)}l86.6 50v100l-86.6 50-86.6-50v-100z`;
}

/** The hex under a point of the sheet. */
export function hexAt({ x, y }: Point): Coord {
  const r = y / 150;
  const q = x / (100 * R3) - r / 2;
  const s = -q - r;
  let [rq, rr] = [Math.round(q), Math.round(r)];
  const rs = Math.round(s);
  const [dq, dr, ds] = [Math.abs(rq - q), Math.abs(rr - r), Math.abs(rs - s)];
  if (dq > dr && dq > ds) rq = -rr - rs;
  else if (dr > ds) rr = -rq - rs;
  return [rq || 0, rr || 0]; // never minus zero
}

export const f = (v: number): string => String(Math.abs(v) >= 10 ? Math.round(v) : Math.round(v * 10) / 10);
const snap = (p: Point): string => `${Math.round(p.x / 4)},${Math.round(p.y / 4)}`;
export const line = (points: Point[]): string => "M" + points.map((p) => `${f(p.x)} ${f(p.y)}`).join("L");

/** Boundary of a set of hexes as closed paths. */
export function outline(cells: Coord[]): string {
  const inside = new Set(cells.map(key));
  const next = new Map<string, { from: Point; to: string }>();
  for (const cell of cells) {
    for (const [dq, dr] of DIRECTIONS) {
      if (inside.has(key([cell[0] + dq, cell[1] + dr]))) continue;
      const [a, b] = EDGE[`${dq},${dr}`]!;
      const from = corner(cell, a);
      next.set(snap(from), { from, to: snap(corner(cell, b)) });
    }
  }
  let path = "";
  while (next.size) {
    const loop: Point[] = [];
    let at: string | undefined = next.keys().next().value;
    while (at !== undefined && next.has(at)) {
      const { from, to } = next.get(at)!;
      next.delete(at);
      loop.push(from);
      at = next.has(to) ? to : nearest(next, to);
    }
    path += line(loop) + "z";
  }
  return path;
}

/** Corners reached from different hexes may round apart by one step. */
function nearest(from: Map<string, unknown>, to: string): string | undefined {
  const [x, y] = to.split(",").map(Number) as [number, number];
  for (let dx = -1; dx <= 1; dx++)
    for (let dy = -1; dy <= 1; dy++) if (from.has(`${x + dx},${y + dy}`)) return `${x + dx},${y + dy}`;
  return undefined;
}

/** Corner points along a seam, in order. */
export function seamLine(edges: [Coord, Coord][]): Point[] {
  const near = (p: Point, q: Point): boolean => Math.abs(p.x - q.x) + Math.abs(p.y - q.y) < 6;
  const pieces = edges.map(([a, b]) => {
    const [k1, k2] = EDGE[`${b[0] - a[0]},${b[1] - a[1]}`]!;
    return [corner(a, k1), corner(a, k2)] as [Point, Point];
  });
  const points = [...pieces[0]!];
  if (pieces[1] && !pieces[1].some((p) => near(points[1]!, p))) points.reverse();
  for (const [a, b] of pieces.slice(1)) points.push(near(a, points.at(-1)!) ? b : a);
  return points;
}

export function bounds(cells: Coord[], margin = 0): Box {
  const points = cells.map(centre);
  const x0 = Math.min(...points.map((p) => p.x)) - 100 - margin;
  const x1 = Math.max(...points.map((p) => p.x)) + 100 + margin;
  const y0 = Math.min(...points.map((p) => p.y)) - 110 - margin;
  const y1 = Math.max(...points.map((p) => p.y)) + 110 + margin;
  return { x: x0, y: y0, w: x1 - x0, h: y1 - y0 };
}

/** Steps from each space to the finish, as the server says. */
export function stepsToFinish(board: BoardInfo): Map<string, number> {
  return new Map(
    board.hexes.flatMap((h) => (h.steps_left == null ? [] : [[key([h.q, h.r]), h.steps_left] as const])),
  );
}

/** A bent ribbon through the centres of a path; the head stops short of the last centre. */
export function arrow(path: Coord[]): { shaft: string; head: string } {
  const P = path.map(centre);
  const towards = (a: Point, b: Point, d: number): Point => {
    const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    return { x: a.x + ((b.x - a.x) * d) / length, y: a.y + ((b.y - a.y) * d) / length };
  };
  const n = P.length;
  const last = P[n - 1]!,
    before = P[n - 2]!;
  const angle = (Math.atan2(last.y - before.y, last.x - before.x) * 180) / Math.PI;
  const tip = towards(last, before, 26);
  const first = towards(P[0]!, P[1]!, 52);
  P[n - 1] = tip;
  P[0] = first;
  let d = `M${f(first.x)} ${f(first.y)}`;
  for (let i = 1; i < n - 1; i++) {
    const a = towards(P[i]!, P[i - 1]!, 42),
      b = towards(P[i]!, P[i + 1]!, 42);
    d += `L${f(a.x)} ${f(a.y)}Q${f(P[i]!.x)} ${f(P[i]!.y)} ${f(b.x)} ${f(b.y)}`;
  }
  d += `L${f(tip.x)} ${f(tip.y)}`;
  return { shaft: d, head: `translate(${f(tip.x)} ${f(tip.y)}) rotate(${f(angle)})` };
}
