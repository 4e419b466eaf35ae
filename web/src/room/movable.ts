/** A panel that can be taken by its handle and put where it is in nobody's way; arrows move it too. */
import type { Attachment } from "svelte/attachments";

const STEP = 24;

export function movable(panel: () => HTMLElement | undefined): Attachment<HTMLElement> {
  return (handle) => {
    function moveTo(left: number, top: number): void {
      const box = panel();
      if (!box) return;
      box.dataset.moved = "";
      box.style.left = `${Math.max(0, Math.min(left, innerWidth - box.offsetWidth))}px`;
      box.style.top = `${Math.max(0, Math.min(top, innerHeight - box.offsetHeight))}px`;
    }
    const at = (): DOMRect => panel()!.getBoundingClientRect();
    let grip: { x: number; y: number } | null = null;
    const down = (e: PointerEvent): void => {
      if ((e.target as HTMLElement).closest("button:not([data-handle])")) return;
      const box = at();
      grip = { x: e.clientX - box.left, y: e.clientY - box.top };
      handle.setPointerCapture(e.pointerId);
    };
    const move = (e: PointerEvent): void => {
      if (grip) moveTo(e.clientX - grip.x, e.clientY - grip.y);
    };
    const up = (): void => {
      grip = null;
    };
    const key = (e: KeyboardEvent): void => {
      const by = {
        ArrowLeft: [-1, 0],
        ArrowRight: [1, 0],
        ArrowUp: [0, -1],
        ArrowDown: [0, 1],
      }[e.key];
      if (!by || !(e.target as HTMLElement).matches("[data-handle]")) return;
      const box = at();
      moveTo(box.left + by[0]! * STEP, box.top + by[1]! * STEP);
      e.preventDefault();
      e.stopPropagation();
    };
    handle.addEventListener("pointerdown", down);
    handle.addEventListener("pointermove", move);
    handle.addEventListener("pointerup", up);
    handle.addEventListener("pointercancel", up);
    handle.addEventListener("keydown", key);
    return () => {
      handle.removeEventListener("pointerdown", down);
      handle.removeEventListener("pointermove", move);
      handle.removeEventListener("pointerup", up);
      handle.removeEventListener("pointercancel", up);
      handle.removeEventListener("keydown", key);
    };
  };
}
