/** What the bare paper carries: graticule, rhumb lines, compass rose, ranges and groves. Board units. */
import { f, type Box } from "../games/eldorado/board/geometry";

/** A small repeatable source of variation, so that a sheet always looks the same. */
export function variation(seed: number): (lo: number, hi: number) => number {
  let s = seed >>> 0;
  return (lo, hi) => {
    s = (s + 0x6d2b79f5) >>> 0;
    let t = Math.imul(s ^ (s >>> 15), s | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return lo + (((t ^ (t >>> 14)) >>> 0) / 4294967296) * (hi - lo);
  };
}

export function rose(x: number, y: number, r: number): string {
  let g = `<g transform="translate(${f(x)} ${f(y)})" class="rose"><circle r="${f(r)}" class="r0"/><circle r="${f(r * 0.9)}" class="r1"/>`;
  let ticks = "";
  for (let k = 0; k < 72; k++) {
    const a = (k * Math.PI) / 36,
      c = Math.cos(a),
      s = Math.sin(a);
    ticks += `M${f(r * 0.9 * c)} ${f(r * 0.9 * s)}L${f(r * c)} ${f(r * s)}`;
  }
  g += `<path d="${ticks}" class="r1"/>`;
  for (const [n, reach, width, off] of [
    [8, 0.62, 0.1, Math.PI / 8],
    [4, 0.74, 0.13, Math.PI / 4],
    [4, 1.12, 0.17, 0],
  ] as const) {
    for (let k = 0; k < n; k++) {
      const a = off + (k * 2 * Math.PI) / n;
      for (const [side, cls] of [
        [1, "rd"],
        [-1, "rl"],
      ] as const) {
        const b = a + (side * Math.PI) / (n === 4 ? 4 : 8);
        g += `<path d="M0 0L${f(reach * r * Math.cos(a))} ${f(reach * r * Math.sin(a))}L${f(width * r * Math.cos(b) * 1.3)} ${f(width * r * Math.sin(b) * 1.3)}z" class="${cls}"/>`;
      }
    }
  }
  g += `<path d="M0 ${f(-r * 1.42)}l${f(r * 0.11)} ${f(r * 0.22)} ${f(-r * 0.11)} ${f(-r * 0.06)} ${f(-r * 0.11)} ${f(r * 0.06)}z" class="rd"/>`;
  return g + `<circle r="${f(r * 0.09)}" class="rd"/></g>`;
}

export function rhumbs(x: number, y: number, reach: number): string {
  let d = "";
  for (let k = 0; k < 32; k++)
    d += `M${f(x)} ${f(y)}L${f(x + reach * Math.cos((k * Math.PI) / 16))} ${f(y + reach * Math.sin((k * Math.PI) / 16))}`;
  return `<path d="${d}" class="rh"/>`;
}

export function graticule({ x, y, w, h }: Box, step: number): string {
  let d = "";
  for (let k = Math.floor(x / step) * step; k < x + w; k += step) d += `M${f(k)} ${f(y)}V${f(y + h)}`;
  for (let k = Math.floor(y / step) * step; k < y + h; k += step) d += `M${f(x)} ${f(k)}H${f(x + w)}`;
  return `<path d="${d}" class="gr"/>`;
}

/** A chain of engraved peaks. */
export function range(x: number, y: number, n: number, size: number, seed: number): string {
  const vary = variation(seed);
  let d = "";
  for (let k = 0; k < n; k++) {
    const px = x + k * size * 0.62 + vary(-8, 8),
      py = y + vary(-0.25, 0.25) * size;
    const h = size * vary(0.75, 1.1),
      w = size * 0.5;
    d += `M${f(px - w)} ${f(py)}L${f(px)} ${f(py - h)}L${f(px + w)} ${f(py)}M${f(px)} ${f(py - h)}L${f(px + w * 0.14)} ${f(py - h * 0.6)}L${f(px + w * 0.02)} ${f(py - h * 0.36)}`;
    for (let j = 1; j < 6; j++)
      d += `M${f(px + (w * j) / 6)} ${f(py - h * (1 - j / 6))}l${f(-w * 0.12)} ${f(h * 0.26 * (1 - j / 6) + 6)}`;
  }
  return `<path d="${d}" class="or"/>`;
}

export function grove(x: number, y: number, n: number, size: number, seed: number): string {
  const vary = variation(seed);
  let d = "";
  for (let k = 0; k < n; k++) {
    const px = x + vary(-1, 1) * size * 2.4,
      py = y + vary(-1, 1) * size * 0.9,
      s = size * vary(0.24, 0.34);
    d += `M${f(px - s)} ${f(py)}a${f(s * 0.6)} ${f(s * 0.6)} 0 0 1 ${f(s * 0.5)} ${f(-s * 0.8)}a${f(s * 0.55)} ${f(s * 0.55)} 0 0 1 ${f(s)} 0a${f(s * 0.6)} ${f(s * 0.6)} 0 0 1 ${f(s * 0.5)} ${f(s * 0.8)}zM${f(px)} ${f(py)}v${f(s * 0.5)}`;
    d += `M${f(px + s * 0.3)} ${f(py - s * 0.1)}l${f(s * 0.3)} ${f(-s * 0.4)}M${f(px + s * 0.6)} ${f(py - s * 0.1)}l${f(s * 0.2)} ${f(-s * 0.3)}`;
  }
  return `<path d="${d}" class="or"/>`;
}
