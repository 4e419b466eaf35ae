/** How a table is laid out in the window it has, and how much it grows in a large one. */
import { innerHeight, innerWidth } from "svelte/reactivity/window";

/** A desk, a tablet, a phone upright, a phone on its side. */
export type Layout = "desk" | "tab" | "port" | "land";
/** A phone is a screen whose shorter side is less. */
const PHONE = 500;

/** What a page keeps of the window's width for itself, beside its table. */
export const beside = $state({ width: 0 });

export class TableWindow {
  width = $derived((innerWidth.current ?? 1440) - beside.width);
  height = $derived(innerHeight.current ?? 900);
  layout = $derived.by((): Layout => {
    if (Math.min(this.width, this.height) < PHONE) return this.width > this.height ? "land" : "port";
    return this.width >= this.deskFrom ? "desk" : "tab";
  });
  /** Bars and panels around the board, as on a desk. */
  framed = $derived(this.layout === "desk" || this.layout === "tab");
  /** On large screens everything that is read or pressed grows with the window; the board gets the rest. */
  zoom = $derived(
    this.width >= 2200 && this.height >= 1000
      ? Math.max(1.25, Math.min(this.width / 2048, this.height / 1152))
      : 1,
  );
  large = $derived(this.zoom > 1);

  /** `deskFrom` is the width a desk begins with. */
  constructor(private deskFrom: number) {}
}
