/** The parts of a route that never change, drawn once as SVG text: paper, sheets, spaces, city. */
import { type BoardInfo, type Coord, type HexInfo } from "../model";
import { graticule, grove, range, rhumbs, rose } from "../../../art/chart";
import { copies, moved, type Copy } from "./flatten";
import { bounds, centre, f, hexPath, outline, type Box, type Point } from "./geometry";

export const VARIANTS = 3;
const SYMBOL: Partial<Record<string, string>> = {
  jungle: "machete",
  river: "paddle",
  village: "coin",
  rubble: "discard",
  basecamp: "remove",
};
const SPOTS: Record<number, [number, number, number][]> = {
  1: [[0, 2, 68]],
  2: [
    [-31, 2, 57],
    [31, 2, 57],
  ],
  3: [
    [0, -27, 52],
    [-30, 25, 52],
    [30, 25, 52],
  ],
  4: [
    [-27, -27, 49],
    [27, -27, 49],
    [-27, 27, 49],
    [27, 27, 49],
  ],
};

function drawing(h: HexInfo): string {
  const v = (((h.q * 7 + h.r * 13) % VARIANTS) + VARIANTS) % VARIANTS;
  if (h.terrain === "mountain") return h.cave ? "h-cave" : `h-mountain-${v}`;
  return h.terrain === "start" ? "h-start" : `h-${h.terrain}-${h.power}-${v}`;
}

export function sheets(board: BoardInfo): Coord[][] {
  const byTile: Coord[][] = board.tiles.map(() => []);
  const gate: Coord[] = [...board.city];
  for (const h of board.hexes) (h.finish ? gate : (byTile[h.tile] ?? gate)).push([h.q, h.r]);
  return [...byTile, gate];
}

/** Shadow, waterlining and the borders of the sheets. */
export function ground(board: BoardInfo, waterlining = true): string {
  const lines = sheets(board).map(outline);
  const all = lines.join("");
  let g = "";
  if (waterlining) {
    for (const [w, n] of [
      [300, 4],
      [232, 3],
      [172, 2],
      [120, 1],
    ] as const)
      g += `<path d="${all}" class="wl wl${n}" stroke-width="${w}"/><path d="${all}" class="wp" stroke-width="${w - 9}"/>`;
  }
  g += `<path d="${all}" class="wp" fill="var(--chart)" stroke-width="70"/><path d="${all}" class="sheetshadow" transform="translate(9 13)"/>`;
  for (const o of lines) g += `<path d="${o}" class="sheetink"/><path d="${o}" class="sheetpaper"/>`;
  return g;
}

/** All spaces: the ground of each kind, then the symbols that say what it asks. */
export function spaces(board: BoardInfo): string {
  const ground = new Map<string, Copy[]>(),
    signs = new Map<string, { id: string; cls: string; k: number; at: Copy[] }>();
  let gates = "",
    numbers = "";
  for (const h of board.hexes) {
    const { x, y } = centre([h.q, h.r]);
    const id = drawing(h);
    ground.set(id, [...(ground.get(id) ?? []), { x, y }]);
    if (h.terrain === "start")
      numbers += `<text x="${f(x)}" y="${f(y + 26)}" class="startno">${h.start ?? ""}</text>`;
    if (h.finish)
      gates += `<path d="${moved("M0-90 77.9-45 77.9 45 0 90-77.9 45-77.9-45z", x, y)}" class="finishring"/>`;
    for (const [dx, dy, w] of SYMBOL[h.terrain] ? (SPOTS[h.power] ?? []) : []) {
      const cls = h.power < 3 ? "sd" : "sl",
        key = `${SYMBOL[h.terrain]}-${cls}-${w}`;
      const sign = signs.get(key) ?? { id: `i-${SYMBOL[h.terrain]}`, cls: `sy ${cls}`, k: w / 24, at: [] };
      sign.at.push({ x: x + dx, y: y + dy });
      signs.set(key, sign);
    }
  }
  const soil = [...ground].map(([id, places]) => copies(id, places)).join("");
  return soil + gates + numbers + [...signs.values()].map((s) => copies(s.id, s.at, s.k, s.cls)).join("");
}

export function letters(board: BoardInfo): string {
  return board.tiles
    .filter((t) => t.tile.length === 1 && board.hexes.some((h) => h.q === t.q && h.r === t.r))
    .map((t) => {
      const { x, y } = centre([t.q, t.r]);
      return `<text class="letter" x="${f(x)}" y="${f(y + 88)}">${t.tile}</text>`;
    })
    .join("");
}

const mean = (points: Point[]): Point => ({
  x: points.reduce((s, p) => s + p.x, 0) / points.length,
  y: points.reduce((s, p) => s + p.y, 0) / points.length,
});

/** The stepped city in its sun. Drawn upright whichever way the gate is turned. */
export function city(board: BoardInfo, id: string): string {
  const cells = board.city;
  if (!cells.length) return "";
  const places = cells.map(centre),
    c = mean(places);
  const base = places
    .map((p) => `<use href="#hx" transform="translate(${f(p.x)} ${f(p.y)})" fill="var(--finish)"/>`)
    .join("");
  const clip = places
    .map((p) => `<use href="#hx" transform="translate(${f(p.x - c.x)} ${f(p.y - c.y)})"/>`)
    .join("");
  let rays = "";
  for (let k = -8; k <= 8; k++)
    rays += `M0-70L${f(230 * Math.sin((k * Math.PI) / 12))} ${f(-70 - 230 * Math.cos((k * Math.PI) / 12))}`;
  return `${base}<g transform="translate(${f(c.x)} ${f(c.y)})"><clipPath id="${id}">${clip}</clipPath><g clip-path="url(#${id})">
<path d="${rays}" stroke="var(--gold-2)" stroke-width="9"/><circle cy="-62" r="62" fill="#fff3c4"/>
<path d="M-135 92V62H-108V30H-82V0H-56V-30H-30V-58H30V-30H56V0H82V30H108V62H135V92z" fill="#a86a0c"/><path d="M0-58h30v28h26V0h26v30h26v32h27v30H0z" fill="#7c4706"/>
<path d="M-15 92V26h30v66zM-135 62H135M-108 30H108M-82 0H82M-56-30H56" fill="#3d2003" stroke="#5d3503" stroke-width="5"/>
<path d="M-170 128c40-42 90-40 120-22s90 18 130-4 60-8 90 10v60h-340z" fill="#4c7a3a"/></g></g>`;
}

/** The largest free places of bare paper around the route, best first: where ornaments may stand. */
function clearings(board: BoardInfo, area: Box): { at: Point; room: number }[] {
  const taken = [...board.hexes.map((h): Coord => [h.q, h.r]), ...board.city].map(centre);
  const found: { at: Point; room: number }[] = [];
  for (let x = area.x + 220; x <= area.x + area.w - 220; x += 90) {
    for (let y = area.y + 220; y <= area.y + area.h - 220; y += 90) {
      const rim = Math.min(x - area.x, area.x + area.w - x, y - area.y, area.y + area.h - y);
      let room = rim;
      for (const p of taken) room = Math.min(room, Math.hypot(p.x - x, p.y - y) - 250);
      if (room > 130) found.push({ at: { x, y }, room });
    }
  }
  found.sort((a, b) => b.room - a.room);
  const kept: typeof found = [];
  for (const place of found)
    if (kept.every((k) => Math.hypot(k.at.x - place.at.x, k.at.y - place.at.y) > 640)) kept.push(place);
  return kept;
}

export interface Lettering {
  title: string;
  subtitle: string;
  city: string;
}

/**
 * A free rectangle of paper inside the route's own frame, low and near the middle, where the camera usually
 * looks.
 */
function plaque(board: BoardInfo, area: Box, w: number, h: number): Point | null {
  const taken = [...board.hexes.map((x): Coord => [x.q, x.r]), ...board.city].map(centre);
  let best: Point | null = null,
    least = Infinity;
  for (let y = area.y + area.h - h / 2; y >= area.y + h / 2; y -= 60) {
    for (let x = area.x + w / 2; x <= area.x + area.w - w / 2; x += 60) {
      const far = Math.abs(x - (area.x + area.w * 0.45)) + (area.y + area.h - y) * 0.5;
      if (
        far < least &&
        taken.every((p) => Math.abs(p.x - x) > w / 2 + 170 || Math.abs(p.y - y) > h / 2 + 170)
      ) {
        best = { x, y };
        least = far;
      }
    }
  }
  return best;
}

/** Graticule, rhumb lines, rose, ranges, groves and the title, set where the route leaves room. */
export function paper(board: BoardInfo, words: Lettering): string {
  const cells = [...board.hexes.map((h): Coord => [h.q, h.r]), ...board.city];
  const frame = bounds(cells, 40);
  const area = bounds(cells, 900);
  const wide: Box = { x: area.x - 3500, y: area.y - 3500, w: area.w + 7000, h: area.h + 7000 };
  const inner = clearings(board, frame),
    free = clearings(board, area);
  const length = Math.max(words.title.length * 0.55, words.subtitle.length * 0.25);
  let size = 112,
    title: Point | null = null;
  for (const s of [112, 92, 76])
    if (!title) {
      title = plaque(board, frame, s * length, s * 2.1);
      size = s;
    }
  const far = (p: Point, q: Point | null | undefined, d: number): boolean =>
    !q || Math.hypot(p.x - q.x, p.y - q.y) > d;
  const roseAt =
    inner.find((p) => p.room > 170 && far(p.at, title, 900)) ??
    free.find((p) => p.room > 240 && far(p.at, title, 1100));
  let g = graticule(wide, 433);
  const spokes = roseAt?.at ?? { x: area.x + area.w / 2, y: area.y };
  g += rhumbs(spokes.x, spokes.y, 9000);
  free.forEach((p, i) => {
    if (!far(p.at, roseAt?.at, 560) || !far(p.at, title, 700) || p.room < 150) return;
    const w = Math.min(p.room, 330);
    if (i % 3 === 0) g += grove(p.at.x, p.at.y, 8, Math.min(110, w * 0.36), i + 3);
    else
      g +=
        range(
          p.at.x - w * 0.8,
          p.at.y + 60,
          Math.max(3, Math.round(w / 75)),
          Math.min(150, w * 0.55),
          i + 4,
        ) + (i % 2 ? grove(p.at.x + w * 0.4, p.at.y + w * 0.7, 5, 70, i) : "");
  });
  if (roseAt) g += rose(roseAt.at.x, roseAt.at.y, Math.min(185, 60 + roseAt.room * 0.5));
  if (title)
    g += `<g text-anchor="middle" transform="translate(${f(title.x)} ${f(title.y)})"><text class="cart big" style="font-size:${f(size)}px">${escape(words.title)}</text><text class="cart" y="${f(size * 0.35 + 44)}">${escape(words.subtitle)}</text></g>`;
  return g;
}

/** The name of the city, on the water above it. */
export function cityName(board: BoardInfo, words: Lettering): string {
  const golden = board.city.map(centre);
  if (!golden.length) return "";
  const top = Math.min(...golden.map((p) => p.y)),
    ways = board.hexes.map((h) => centre([h.q, h.r]));
  const x = mean(golden).x,
    above = !ways.some((p) => p.y < top && Math.abs(p.x - x) < 420 && p.y > top - 420);
  const y = above ? top - 135 : Math.max(...golden.map((p) => p.y)) + 210;
  return `<text class="cart eld" text-anchor="middle" x="${f(x)}" y="${f(y)}">${escape(words.city)}</text>`;
}

const escape = (s: string): string =>
  s.replace(/[&<>]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[c]!);

/** A whole route as a small picture: flat colours, no symbols. */
export function miniature(board: BoardInfo): { box: Box; art: string } {
  const lines = sheets(board).map(outline);
  const box = bounds([...board.hexes.map((h): Coord => [h.q, h.r]), ...board.city], 60);
  let g = `<path d="${lines.join("")}" class="sheetshadow" transform="translate(18 26)"/>`;
  for (const o of lines) g += `<path d="${o}" class="sheetink"/><path d="${o}" class="sheetpaper"/>`;
  const kinds = new Map<string, string>();
  const paint = (fill: string, at: Coord): void =>
    void kinds.set(fill, (kinds.get(fill) ?? "") + hexPath(at));
  for (const h of board.hexes)
    paint(
      h.terrain === "mountain"
        ? "--mountain"
        : h.terrain === "start"
          ? "--start"
          : h.finish
            ? "--gold"
            : `--${h.terrain}-${h.power}`,
      [h.q, h.r],
    );
  for (const c of board.city) paint("--finish", c);
  for (const [fill, d] of kinds) g += `<path d="${d}" fill="var(${fill})"/>`;
  return { box, art: g };
}
