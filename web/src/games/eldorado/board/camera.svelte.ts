/** Where the board is looked at from: what a frame shows, how it flies there, what is in sight. */
import { select } from "d3-selection";
import { zoom, zoomIdentity, type D3ZoomEvent, type ZoomTransform } from "d3-zoom";
import { key, type BoardInfo, type Coord } from "../model";
import { bounds, centre, type Box } from "./geometry";

/** What panels take of the window, in pixels. */
export interface Inset {
  top: number;
  right: number;
  bottom: number;
  left: number;
}
export interface Scene {
  board: BoardInfo;
  pawns: { at: Coord }[];
  me: Coord | null;
  inset: Inset;
}
/** By touch a space is 44 px wide at least. */
const TOUCH = 44 / 173;
const FLIGHT = 320;
/** What is shown around spaces asked for. */
const AROUND = 220;

export class Camera {
  at = $state.raw<ZoomTransform>(zoomIdentity.scale(0.25));
  size = $state.raw({ w: 0, h: 0 });
  /** Somebody chose what to look at: the camera no longer refits by itself. */
  moved = false;
  /** Spaces asked for, until somebody looks elsewhere: another size of the drawing frames them again. */
  private framed: Coord[] = [];
  private svg: SVGSVGElement | null = null;
  private flight = 0;
  private tiles = $derived.by(() => new Map(this.scene().board.hexes.map((h) => [key([h.q, h.r]), h.tile])));
  private zooming = zoom<SVGSVGElement, unknown>()
    .scaleExtent([0.05, 1.3])
    .clickDistance(6)
    .on("zoom", (e: D3ZoomEvent<SVGSVGElement, unknown>) => {
      this.at = e.transform;
      if (!e.sourceEvent) return;
      this.moved = true;
      this.framed = [];
    });

  constructor(private scene: () => Scene) {}

  /** Takes hold of the drawing; gives back how to let go. */
  attach(svg: SVGSVGElement): () => void {
    this.svg = svg;
    select(svg).call(this.zooming).on("dblclick.zoom", null);
    const watch = new ResizeObserver(() => this.resized(svg.getBoundingClientRect()));
    watch.observe(svg);
    return () => {
      watch.disconnect();
      cancelAnimationFrame(this.flight);
    };
  }
  private resized(box: DOMRect): void {
    const before = this.size;
    if (!box.width || (box.width === before.w && box.height === before.h)) return;
    this.size = { w: box.width, h: box.height };
    if (this.framed.length) this.fly(this.framing(bounds(this.framed, AROUND)), true);
    else if (!this.moved) this.fly(this.usual(), true);
    else {
      const c = this.at;
      const [dx, dy] = [(this.size.w - before.w) / 2, (this.size.h - before.h) / 2];
      this.put(zoomIdentity.translate(c.x + dx, c.y + dy).scale(c.k));
    }
  }
  private put(to: ZoomTransform): void {
    if (this.svg) select(this.svg).call(this.zooming.transform, to);
  }

  // ---- what a frame shows ----

  /** What the panels leave of the window. */
  private get free(): { w: number; h: number } {
    const { inset } = this.scene();
    return { w: this.size.w - inset.left - inset.right, h: this.size.h - inset.top - inset.bottom };
  }
  private looking(x: number, y: number, k: number): ZoomTransform {
    const { inset } = this.scene(),
      { w, h } = this.free;
    return zoomIdentity.translate(inset.left + w / 2 - k * x, inset.top + h / 2 - k * y).scale(k);
  }
  private framing(box: Box): ZoomTransform {
    const { w, h } = this.free;
    const k = Math.max(0.05, Math.min(w / box.w, h / box.h, 0.46));
    return this.looking(box.x + box.w / 2, box.y + box.h / 2, k);
  }
  /** A part of the route, with the name of the city above it where the city is in it. */
  private part(from = 0, to = Infinity): Box {
    const { board } = this.scene();
    const cells = board.hexes
      .filter((h) => (h.tile >= from && h.tile <= to) || (h.finish && to === Infinity))
      .map((h): Coord => [h.q, h.r]);
    if (to < Infinity) return bounds(cells, 30);
    const box = bounds([...cells, ...board.city], 30);
    return { ...box, y: box.y - 100, h: box.h + 100 };
  }
  private tileOf = (at: Coord): number => this.tiles.get(key(at)) ?? 0;

  /**
   * From the sheet of the last pawn to El Dorado; where that is too small to read, from mine as far as it
   * can be read.
   */
  private usual(): ZoomTransform {
    const { board, pawns, me } = this.scene();
    const touch = matchMedia("(pointer: coarse)").matches;
    const least = touch ? TOUCH : this.size.w > 900 ? 0.19 : 0.24;
    const last = Math.min(...pawns.map((p) => this.tileOf(p.at)), board.tiles.length - 1);
    // before anybody has gone far: the start large, and the way ahead
    if (pawns.length && pawns.every((p) => this.tileOf(p.at) === 0)) {
      for (let to = board.tiles.length - 2; to > 1; to--) {
        const some = this.framing(this.part(0, to));
        if (some.k >= 0.27) return some;
      }
      return this.atLeast(this.framing(this.part(0, 1)), me, least);
    }
    const whole = this.framing(this.part());
    if (whole.k >= 0.3) return whole; // a large screen shows it all
    const all = this.framing(this.part(pawns.length ? last : 0));
    if (all.k >= least || !me) return all;
    const mine = this.tileOf(me);
    for (let to = board.tiles.length - 2; to > mine; to--) {
      const some = this.framing(this.part(mine, to));
      if (some.k >= least + 0.03) return some;
    }
    return this.around(me);
  }
  private atLeast(shown: ZoomTransform, me: Coord | null, least: number): ZoomTransform {
    return shown.k < least && me ? this.around(me) : shown;
  }
  /** My surroundings, looking a little towards the next sheet. */
  private around(at: Coord): ZoomTransform {
    const { board } = this.scene(),
      { w, h } = this.free;
    const k = Math.min(w, h) < 520 ? 0.29 : 0.3;
    const p = centre(at),
      next = board.tiles[this.tileOf(at) + 1];
    const g = next ? centre([next.q, next.r]) : p;
    const d = Math.hypot(g.x - p.x, g.y - p.y) || 1,
      ahead = Math.min(d, (Math.min(w, h) / k) * 0.3);
    // no more bare paper than there has to be
    const all = this.part(),
      within = (v: number, from: number, size: number, seen: number): number =>
        seen >= size ? from + size / 2 : Math.min(Math.max(v, from + seen / 2), from + size - seen / 2);
    return this.looking(
      within(p.x + ((g.x - p.x) * ahead) / d, all.x, all.w, w / k),
      within(p.y + ((g.y - p.y) * ahead) / d, all.y, all.h, h / k),
      k,
    );
  }

  // ---- going there ----

  private fly(to: ZoomTransform, quick = false): void {
    cancelAnimationFrame(this.flight);
    const from = this.at,
      { w, h } = this.size;
    const still = quick || matchMedia("(prefers-reduced-motion: reduce)").matches;
    const begin = performance.now();
    const frame = (now: number): void => {
      const t = still ? 1 : Math.min(1, (now - begin) / FLIGHT),
        e = 1 - (1 - t) ** 3;
      const k = from.k * (to.k / from.k) ** e;
      // the middle of the window travels straight, whatever the zoom does
      const [ax, ay] = from.invert([w / 2, h / 2]),
        [bx, by] = to.invert([w / 2, h / 2]);
      const between = (): ZoomTransform =>
        zoomIdentity.translate(w / 2 - k * (ax + (bx - ax) * e), h / 2 - k * (ay + (by - ay) * e)).scale(k);
      this.put(t === 1 ? to : between());
      if (t < 1) this.flight = requestAnimationFrame(frame);
    };
    if (still) frame(begin);
    else this.flight = requestAnimationFrame(frame);
  }
  showAll(): void {
    this.moved = true;
    this.framed = [];
    this.fly(this.framing(this.part()));
  }
  showMe(): void {
    const { me } = this.scene();
    this.moved = true;
    this.framed = [];
    if (me) this.fly(this.around(me));
  }
  /** Some spaces and what lies around them, at once, or as soon as the drawing has a size. */
  showSpaces(some: Coord[]): void {
    if (!some.length) return;
    this.moved = true;
    this.framed = some;
    if (this.size.w) this.fly(this.framing(bounds(some, AROUND)), true);
  }
  showUsual(): void {
    this.moved = false;
    this.framed = [];
    this.fly(this.usual());
  }
  zoomBy(factor: number): void {
    this.moved = true;
    this.framed = [];
    if (this.svg) select(this.svg).call(this.zooming.scaleBy, factor);
  }
  /** Panels took or gave space: the camera refits, unless someone moved it. */
  refit(): void {
    if (this.size.w && !this.moved) this.fly(this.usual());
  }
  /** My turn: I am found again. */
  findMe(): void {
    const { me } = this.scene();
    if (!this.size.w) return;
    if (!this.moved) this.fly(this.usual());
    else if (me && !this.inSight(me)) this.fly(this.around(me));
  }
  /** A card that leads only out of sight shows where. */
  findSome(lit: Coord[]): void {
    const { me } = this.scene();
    if (this.size.w && lit.length && !lit.some((at) => this.inSight(at)))
      this.fly(this.framing(bounds(me ? [...lit, me] : lit, 60)));
  }

  // ---- what is in sight ----

  /** How far a space is out of the free part of the window, less a rim. */
  private outside(at: Coord, rim: number): [number, number] {
    const { inset } = this.scene(),
      p = centre(at),
      x = this.at.applyX(p.x),
      y = this.at.applyY(p.y);
    return [
      Math.max(inset.left + rim - x, 0) + Math.min(this.size.w - inset.right - rim - x, 0),
      Math.max(inset.top + rim - y, 0) + Math.min(this.size.h - inset.bottom - rim - y, 0),
    ];
  }
  private inSight(at: Coord): boolean {
    const [dx, dy] = this.outside(at, 20);
    return !dx && !dy;
  }
  keepInSight(at: Coord): void {
    const [dx, dy] = this.outside(at, 70);
    if (!dx && !dy) return;
    this.moved = true;
    this.fly(zoomIdentity.translate(this.at.x + dx, this.at.y + dy).scale(this.at.k));
  }
}
