/**
 * Shapes on the grid of a map: turning, mirroring, coasts, hatching. A field has side 100 in drawings and 1
 * elsewhere.
 */
import type { Cell } from "./model";

export const at = (c: Cell): string => `${c[0]},${c[1]}`;

export function cellsOf(grid: string[], empty = "."): Cell[] {
  return grid.flatMap((row, r) => [...row].flatMap((sign, c): Cell[] => (sign === empty ? [] : [[r, c]])));
}

/** The shape moved to the corner and in reading order, so that equal shapes are equal. */
export function normal(cells: Cell[]): Cell[] {
  const top = Math.min(...cells.map((c) => c[0])),
    left = Math.min(...cells.map((c) => c[1]));
  return cells.map(([r, c]): Cell => [r - top, c - left]).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}
export const shapeKey = (cells: Cell[]): string => normal(cells).map(at).join(" ");

/** First mirrored, then turned clockwise by quarters. */
export function oriented(cells: Cell[], turns: number, mirrored: boolean): Cell[] {
  let shape: Cell[] = mirrored ? cells.map(([r, c]) => [r, -c]) : cells;
  for (let k = 0; k < ((turns % 4) + 4) % 4; k++) shape = shape.map(([r, c]) => [c, -r]);
  return normal(shape);
}

/** The middle of a shape's box, as x and y in fields. */
export function middle(cells: Cell[]): [x: number, y: number] {
  const rows = cells.map((c) => c[0]),
    columns = cells.map((c) => c[1]);
  return [
    (Math.min(...columns) + Math.max(...columns) + 1) / 2,
    (Math.min(...rows) + Math.max(...rows) + 1) / 2,
  ];
}

/** The coast of an island as closed paths. */
export function outline(cells: Cell[]): string {
  const land = new Set(cells.map(at)),
    follows = new Map<string, string[]>();
  for (const [r, c] of cells) {
    const corners = [
      [c, r],
      [c + 1, r],
      [c + 1, r + 1],
      [c, r + 1],
    ].map((p) => p.join(" "));
    (
      [
        [-1, 0],
        [0, 1],
        [1, 0],
        [0, -1],
      ] as const
    ).forEach(([dr, dc], k) => {
      if (land.has(at([r + dr, c + dc]))) return;
      const from = corners[k]!,
        to = corners[(k + 1) % 4]!;
      follows.set(from, [...(follows.get(from) ?? []), to]);
    });
  }
  let path = "";
  while (follows.size) {
    const first = follows.keys().next().value!;
    let here = first;
    const coast: string[] = [];
    do {
      coast.push(here);
      const ends = follows.get(here)!,
        next = ends.pop()!;
      if (!ends.length) follows.delete(here);
      here = next;
    } while (here !== first);
    path += `M${coast
      .map((p) =>
        p
          .split(" ")
          .map((n) => Number(n) * 100)
          .join(" "),
      )
      .join("L")}z`;
  }
  return path;
}

/** Lines between neighbouring fields of the same land. */
export function lattice(cells: Cell[], gap: number): string {
  const land = new Set(cells.map(at));
  return cells
    .map(
      ([r, c]) =>
        (land.has(at([r, c + 1])) ? `M${c * 100 + 100} ${r * 100 + gap}v${100 - 2 * gap}` : "") +
        (land.has(at([r + 1, c])) ? `M${c * 100 + gap} ${r * 100 + 100}h${100 - 2 * gap}` : ""),
    )
    .join("");
}

/** The same numbers for the same words, so that a field is hatched the same way every time. */
function hand(seed: string): () => number {
  let h = 2166136261;
  for (const sign of seed) h = Math.imul(h ^ sign.charCodeAt(0), 16777619);
  return () => {
    h = Math.imul(h ^ (h >>> 15), 2246822507);
    h = Math.imul(h ^ (h >>> 13), 3266489909);
    return (((h ^= h >>> 16) >>> 0) / 4294967296) * 6 - 3;
  };
}

/** Pen strokes over a marked field. */
export function strokes(card: string, [r, c]: Cell): string {
  const wobble = hand(`${card}${r}${c}`),
    n = (x: number): string => x.toFixed(1);
  let d = "";
  for (let k = 0; k < 8; k++) {
    const far = Math.min(90, 22 + k * 22),
      near = Math.max(10, 22 + k * 22 - 90);
    if (far - near <= 8) continue;
    const mid = (near + far) / 2,
      x = c * 100,
      y = r * 100;
    d += `M${n(x + near + wobble())} ${n(y + far + wobble())}Q${n(x + mid + wobble())} ${n(y + mid + wobble())} ${n(x + far + wobble())} ${n(y + near + wobble())}`;
  }
  return d;
}

/** Short waves wherever the sea is wide enough. */
export function waves(
  cells: Cell[],
  width: number,
  height: number,
  pad: number,
  head: number,
  seal: boolean,
): string {
  const gap = (x: number, y: number): number =>
    Math.min(
      ...cells.map(
        ([r, c]) =>
          Math.max(pad + c * 100 - x, x - pad - c * 100 - 100, 0) +
          Math.max(head + r * 100 - y, y - head - r * 100 - 100, 0),
      ),
    );
  let d = "";
  for (let k = 0; k < 14; k++)
    for (let n = 0; n < 7; n++) {
      const x = 34 + n * 68 + (k % 2) * 34,
        y = 38 + k * 34;
      const flag = (y < 96 && x < 124) || (y < 60 && x < 216) || (seal && y < 110 && x > width - 140);
      if (!flag && x + 34 < width - 20 && y < height - 20 && gap(x, y) > 48 && gap(x + 28, y) > 48)
        d += `M${x} ${y}q7-7 14 0t14 0`;
    }
  return d;
}
