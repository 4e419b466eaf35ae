/**
 * Where a panel hides least. Things marked `data-clear` are to stay in sight, by how much it would hurt to
 * cover them; the rest of the table is free. The panel may still be moved by hand.
 */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}
const STEP = 16;
const MARGIN = 8;
/** Of a panel's size, how much more of the free table may be covered before the panel moves. */
const TRIFLE = 0.25;

function overlap(a: Box, b: Box): number {
  const wide = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const high = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  return wide > 0 && high > 0 ? wide * high : 0;
}

/** The place with the least harm; of equal ones the upper right, beside the board. */
export function freest(
  size: { width: number; height: number },
  within: Box,
  things: { box: Box; weight: number }[],
  now?: { left: number; top: number },
): { left: number; top: number } {
  const harm = (at: { left: number; top: number }): number =>
    things.reduce((sum, one) => sum + one.weight * overlap({ ...at, ...size }, one.box), 0);
  const right = Math.max(MARGIN, within.left + within.width - size.width - MARGIN);
  const bottom = Math.max(MARGIN, within.top + within.height - size.height - MARGIN);
  const first = { left: Math.min(within.left + MARGIN, right), top: Math.min(within.top + MARGIN, bottom) };
  let best = { left: right, top: first.top },
    least = Infinity;
  for (let top = first.top; ; top = Math.min(top + STEP, bottom)) {
    for (let left = right; ; left = Math.max(left - STEP, first.left)) {
      const done = harm({ left, top });
      if (done < least - 1) {
        least = done;
        best = { left, top };
      }
      if (left <= first.left) break;
    }
    if (top >= bottom) break;
  }
  // what is read does not jump about for a trifle
  const stays =
    now && now.left <= right && now.top <= bottom && harm(now) <= least + size.width * size.height * TRIFLE;
  return stays ? now : best;
}

function place(panel: HTMLElement, now?: { left: number; top: number }): { left: number; top: number } {
  const things = [...document.querySelectorAll<Element>("[data-clear]")].flatMap((one) => {
    const box = one.getBoundingClientRect();
    return box.width ? [{ box, weight: Number(one.getAttribute("data-clear")) }] : [];
  });
  const size = { width: panel.offsetWidth, height: panel.offsetHeight };
  const at = freest(size, { left: 0, top: 0, width: innerWidth, height: innerHeight }, things, now);
  panel.style.left = `${at.left}px`;
  panel.style.top = `${at.top}px`;
  return at;
}

/** Keeps a panel where it hides least while it grows and the window changes, until somebody moves it. */
export function placed(panel: HTMLElement): () => void {
  let now: { left: number; top: number } | undefined;
  const again = (): void => {
    if (!("moved" in panel.dataset)) now = place(panel, now);
  };
  again();
  const watch = new ResizeObserver(again);
  watch.observe(panel);
  const turned = (): void => {
    now = undefined;
    // the table is laid out anew first
    requestAnimationFrame(() => requestAnimationFrame(again));
  };
  addEventListener("resize", turned);
  return () => {
    watch.disconnect();
    removeEventListener("resize", turned);
  };
}
