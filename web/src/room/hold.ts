/**
 * Looking closer at something: the pointer rests on it, a finger stays on it, or `i` is pressed while it has
 * the focus. `rest` shows it while the pointer is there; `hold` opens it to stay.
 */
export type Way = "rest" | "leave" | "hold";
const REST = 550,
  HOLD = 450;

export function holdable(node: HTMLElement | SVGElement, told: (way: Way) => void) {
  let tell = told;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let start = { x: 0, y: 0 };
  let held = false;
  let near = false;
  const stop = (): void => clearTimeout(timer);
  const on: Record<string, (e: Event) => void> = {
    pointerleave: () => {
      stop();
      near = false;
      tell("leave");
    },
    pointerdown: (e) => {
      const p = e as PointerEvent;
      stop();
      held = false;
      if (p.pointerType === "mouse") return tell("leave");
      start = { x: p.clientX, y: p.clientY };
      timer = setTimeout(() => {
        held = true;
        tell("hold");
      }, HOLD);
    },
    // by a move, not by being there: what appears under a pointer at rest is not what it came for
    pointermove: (e) => {
      const p = e as PointerEvent;
      if (p.pointerType === "mouse" && !near && !p.buttons && (p.movementX || p.movementY)) {
        near = true;
        stop();
        timer = setTimeout(() => tell("rest"), REST);
      }
      if (p.pointerType !== "mouse" && Math.hypot(p.clientX - start.x, p.clientY - start.y) > 8) stop();
    },
    pointerup: stop,
    pointercancel: stop,
    click: (e) => {
      if (!held) return;
      held = false;
      e.preventDefault();
      e.stopImmediatePropagation();
    },
    contextmenu: (e) => {
      if (held || (e as PointerEvent).pointerType === "touch") e.preventDefault();
    },
    keydown: (e) => {
      const k = e as KeyboardEvent;
      if (k.key !== "i" || k.ctrlKey || k.metaKey || k.altKey) return;
      e.preventDefault();
      e.stopPropagation();
      tell("hold");
    },
  };
  for (const [name, run] of Object.entries(on))
    node.addEventListener(name, run, { capture: name === "click" });
  return {
    update(next: (way: Way) => void) {
      tell = next;
    },
    destroy() {
      stop();
      for (const [name, run] of Object.entries(on))
        node.removeEventListener(name, run, { capture: name === "click" });
    },
  };
}
