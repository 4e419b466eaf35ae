/**
 * The route on the table and the piece in hand. Every change goes to the server, which says what it means.
 */
import { language } from "../i18n.svelte";
import { centre } from "../games/eldorado/board/geometry";
import type { BoardInfo } from "../games/eldorado/model";
import { workshop } from "./api";
import { codeOf } from "./code";
import { keepDraft } from "./kept";
import type { BoxInfo, Hand, Laid, Look, Piece, Place, Route } from "./types";

const SNAP = 620; // how near, in units of the map, a piece jumps to a place where it may lie

export class Draft {
  name = $state("");
  tiles = $state.raw<Piece[]>([]);
  finish = $state.raw<Piece | null>(null);
  /** A route of the house keeps its id while it is unchanged: its games are counted. */
  houseId = $state<string | null>(null);
  hand = $state.raw<Hand | null>(null);
  selected = $state<number | null>(null);
  seen = $state.raw<Look | null>(null);
  board = $state.raw<BoardInfo | null>(null);
  fault = $state<string | null>(null);
  box = $state.raw<BoxInfo | null>(null);
  private past = $state.raw<Laid[]>([]);
  private future = $state.raw<Laid[]>([]);
  private asked = 0;
  private waiting = 0;

  get canUndo(): boolean {
    return this.past.length > 0 || this.hand !== null;
  }
  get canRedo(): boolean {
    return this.future.length > 0;
  }
  get route(): Route {
    const names = this.name ? { names: { en: this.name } } : {};
    const id = this.houseId && !this.hand?.from ? { id: this.houseId } : {};
    return { ...id, ...names, tiles: this.tiles, finish: this.finish };
  }
  /** What lies on the paper; a piece that was only lifted still counts where it lay. */
  private get laid(): Laid {
    return this.hand?.from ?? { tiles: this.tiles, finish: this.finish };
  }
  get code(): string | null {
    return this.seen?.verdict.ok ? codeOf(this.route) : null;
  }
  get places(): Place[] {
    return this.seen?.hand?.places ?? [];
  }
  /** The place of the piece in hand if it may lie there. */
  get fits(): Place | null {
    const at = this.hand?.at;
    return (at && this.places.find((p) => p.q === at.q && p.r === at.r)) || null;
  }
  isLaid(tile: string): boolean {
    return this.tiles.some((p) => p.tile === tile);
  }

  async open(route: Route, name: string, id: string | null = null): Promise<void> {
    if (this.laid.tiles.length) this.change(route.tiles, route.finish);
    this.tiles = route.tiles;
    this.finish = route.finish;
    this.name = name;
    this.houseId = id;
    this.hand = null;
    this.selected = null;
    await this.look();
  }

  /** Ask the server about everything as it lies now. */
  async look(): Promise<void> {
    clearTimeout(this.waiting);
    const number = ++this.asked;
    const hand = this.hand && {
      tile: this.hand.tile,
      rotation: this.hand.rotation,
      q: this.hand.at?.q ?? null,
      r: this.hand.at?.r ?? null,
      index: this.hand.index ?? null,
    };
    try {
      const seen = await workshop.look({ tiles: this.tiles, finish: this.finish }, hand, language());
      if (number !== this.asked) return;
      this.seen = seen;
      this.board = seen.board ?? (this.tiles.length ? this.board : null);
      this.finish = seen.route.finish;
      this.fault = null;
      keepDraft(this.name, { ...this.route, ...this.laid });
    } catch (e) {
      if (number === this.asked) this.fault = (e as Error).message;
    }
  }
  private lookSoon(ms: number): void {
    clearTimeout(this.waiting);
    this.waiting = window.setTimeout(() => void this.look(), ms);
  }

  private change(tiles: Piece[], finish: Piece | null = this.finish): void {
    this.past = [...this.past, this.laid].slice(-200);
    this.future = [];
    if (this.hand?.from) this.hand = { ...this.hand, from: undefined };
    this.tiles = tiles;
    this.finish = finish;
    this.houseId = null;
  }
  /** Takes back what was done last, taking a piece in hand above all. */
  undo(): void {
    if (this.hand) return this.giveBack();
    const step = this.past.at(-1);
    if (!step) return;
    this.future = [...this.future, { tiles: this.tiles, finish: this.finish }];
    this.past = this.past.slice(0, -1);
    this.restore(step);
  }
  redo(): void {
    const step = this.future.at(-1);
    if (!step) return;
    this.past = [...this.past, this.laid];
    this.future = this.future.slice(0, -1);
    this.restore(step);
  }
  private restore(step: Laid): void {
    this.tiles = step.tiles;
    this.finish = step.finish;
    this.hand = null;
    this.selected = null;
    this.houseId = null;
    void this.look();
  }
  clear(): void {
    this.change([], null);
    this.hand = null;
    this.selected = null;
    void this.look();
  }

  /** Take a side out of the box; with `settle` it goes to the first place where it may lie. */
  async take(tile: string, settle = true): Promise<void> {
    this.giveBack();
    if (this.isLaid(tile)) return;
    const back = this.box?.sides[tile]?.back;
    const turned = this.tiles.findIndex((p) => p.tile === back);
    if (turned >= 0) return this.flip(turned);
    this.selected = null;
    this.hand = { tile, rotation: 0, at: null };
    await this.look();
    if (settle) this.settle();
  }
  /** Take a laid piece up again. */
  async lift(index: number): Promise<void> {
    const piece = this.tiles[index];
    if (!piece) return;
    this.giveBack();
    const at = this.tiles.indexOf(piece);
    const from = this.laid;
    this.tiles = this.tiles.filter((one) => one !== piece);
    this.selected = null;
    this.hand = { ...piece, at: { q: piece.q, r: piece.r }, index: at, from };
    await this.look();
  }
  /** The piece in hand goes back where it came from: to its place on the paper, or into the box. */
  giveBack(): void {
    if (!this.hand) return;
    const { tiles, finish } = this.laid;
    this.tiles = tiles;
    this.finish = finish;
    this.hand = null;
    this.selected = null;
    if (this.seen) this.seen = { ...this.seen, hand: null }; // its places are not those of the next one
    void this.look();
  }
  private settle(step = 0): void {
    const places = this.places;
    if (!this.hand || !places.length) return;
    const at = this.hand.at;
    const now = at ? places.findIndex((p) => p.q === at.q && p.r === at.r) : -1;
    const next = places[(now + step + places.length) % places.length] ?? places[0]!;
    const place = now < 0 ? places[0]! : next;
    this.hand = { ...this.hand, at: { q: place.q, r: place.r } };
    this.lookSoon(60);
  }
  nextPlace(step: number): void {
    this.settle(step);
  }
  /** The piece in hand is over this hex: it jumps to a place nearby where it may lie, else it hovers. */
  hover(q: number, r: number): void {
    if (!this.hand) return;
    const p = centre([q, r]);
    let best: Place | null = null,
      least = SNAP;
    for (const place of this.places) {
      const c = centre([place.q, place.r]);
      const far = Math.hypot(c.x - p.x, c.y - p.y) - place.edges * 12;
      if (far < least) {
        best = place;
        least = far;
      }
    }
    const at = best ? { q: best.q, r: best.r } : { q, r };
    if (this.hand.at?.q === at.q && this.hand.at?.r === at.r) return;
    this.hand = { ...this.hand, at };
    this.lookSoon(best ? 60 : 260);
  }
  lay(): boolean {
    const hand = this.hand;
    if (!hand || !this.fits || !hand.at) return false;
    const before = hand.from?.tiles[hand.index ?? -1];
    if (before?.tile === hand.tile && before.rotation === hand.rotation)
      if (before.q === hand.at.q && before.r === hand.at.r) {
        this.giveBack(); // it lies where it lay: nothing was done
        return true;
      }
    const index = Math.min(hand.index ?? this.tiles.length, this.tiles.length);
    const piece = { tile: hand.tile, rotation: hand.rotation, ...hand.at };
    this.change([...this.tiles.slice(0, index), piece, ...this.tiles.slice(index)]);
    this.hand = null;
    void this.look();
    return true;
  }
  async turn(step = 1): Promise<void> {
    if (this.hand) {
      this.hand = { ...this.hand, rotation: (this.hand.rotation + step + 6) % 6 };
      await this.look();
      if (!this.fits && this.hand?.at) this.hover(this.hand.at.q, this.hand.at.r);
    } else if (this.selected !== null) {
      const number = this.selected;
      this.change(
        this.tiles.map((p, i) => (i === number ? { ...p, rotation: (p.rotation + step + 6) % 6 } : p)),
      );
      await this.look();
    }
  }
  async flip(index = this.hand ? null : this.selected): Promise<void> {
    if (this.hand && index === null) {
      const back = this.box?.sides[this.hand.tile]?.back;
      if (back) this.hand = { ...this.hand, tile: back };
    } else if (index !== null) {
      const back = this.box?.sides[this.tiles[index]?.tile ?? ""]?.back;
      if (!back) return;
      this.change(this.tiles.map((p, i) => (i === index ? { ...p, tile: back } : p)));
      this.selected = index;
    }
    await this.look();
  }
  /** Back into the box: the piece in hand, or the selected one. */
  putAway(): void {
    if (this.hand) {
      if (this.hand.from) this.change(this.tiles);
      this.hand = null;
    } else if (this.selected !== null) {
      const number = this.selected;
      this.change(this.tiles.filter((_, i) => i !== number));
      this.selected = null;
    }
    void this.look();
  }
  /** El Dorado goes to the place nearest to a hex, or to the next one. */
  moveFinish(q?: number, r?: number): void {
    const places = this.seen?.finishes ?? [];
    if (!places.length || !this.finish) return;
    const tile = this.finish.tile;
    let next: Piece;
    if (q === undefined || r === undefined) {
      const now = places.findIndex(
        (p) => p.q === this.finish!.q && p.r === this.finish!.r && p.rotation === this.finish!.rotation,
      );
      next = places[(now + 1) % places.length]!;
    } else {
      const c = centre([q, r]);
      const far = (p: Piece): number => Math.hypot(centre([p.q, p.r]).x - c.x, centre([p.q, p.r]).y - c.y);
      next = [...places].sort((a, b) => far(a) - far(b))[0]!;
    }
    this.change(this.tiles, { ...next, tile });
    void this.look();
  }
  finishSide(tile: string): void {
    if (!this.finish || this.finish.tile === tile) return;
    this.change(this.tiles, { ...this.finish, tile });
    void this.look();
  }
}
