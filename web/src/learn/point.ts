/** Where on the page the things are that a lesson points at. */
export function selectors(thing: string): string[] {
  const [kind, what = "", cells = ""] = thing.split(":");
  switch (kind) {
    case "card":
      return [`[data-card="${what}"] :is(.card, .tick)`]; // the face, which rises when it is chosen
    case "space":
      return [`.hit.aim[data-t="${what}"]`];
    case "market":
      return [what ? `[data-market="${what}"]` : ".bd:not(.on)"];
    case "pay":
      return [".pay .btn"];
    case "token":
      return [".tk"];
    case "cells":
      return cells.split(" ").map((cell) => `.tmap.live[data-map="${what}"] [data-cell="${cell}"]`);
    case "keep":
      return what.split(" ").map((card) => `[data-keep="${card}"][aria-pressed="false"]`);
    case "take":
      return [`[data-take="${what}"]`];
    default:
      return [".btn.primary.main:not(:disabled):not([aria-disabled=true])"];
  }
}

const inSight = (box: DOMRect): boolean =>
  box.width > 0 && box.right > 0 && box.bottom > 0 && box.left < innerWidth && box.top < innerHeight;

/** The boxes of the last of the things that is on the screen now. */
export function targets(things: string[]): DOMRect[] {
  for (const thing of [...things].reverse()) {
    const boxes = selectors(thing).flatMap((one) =>
      [...document.querySelectorAll(one)]
        .map((element) => element.getBoundingClientRect())
        .filter(inSight)
        .slice(0, 1),
    );
    if (boxes.length) return boxes;
  }
  return [];
}
