/**
 * A table one event later, as everybody sees it; the view of the server follows when all has been shown.
 * Points that no event names come with the last event of their seat, from that view.
 */
import type { Cell, GameEvent, SeatView, View } from "./model";

export function advance(view: View, e: GameEvent, after: View, last: boolean): View {
  const told = happened(view, e);
  if (!last || e.seat < 0) return told;
  const { score } = after.seats[e.seat]!;
  return { ...told, seats: told.seats.map((s, i) => (i === e.seat ? { ...s, score } : s)) };
}

function happened(view: View, e: GameEvent): View {
  const seat = (change: (s: SeatView) => Partial<SeatView>): View => ({
    ...view,
    seats: view.seats.map((s, i) => (i === e.seat ? { ...s, ...change(s) } : s)),
  });
  const slots = (change: (map: SeatView["maps"][number], slot: number) => SeatView["maps"][number]): View =>
    seat((s) => ({ maps: s.maps.map(change) }));
  switch (e.key) {
    case "silvergold.mark":
      return slots((map, slot) =>
        map && slot === e.map
          ? { ...map, marked: [...map.marked, ...fresh(map.marked, e.cells as Cell[])] }
          : map,
      );
    case "silvergold.coins":
      return seat(() => ({ coins: Number(e.total) }));
    case "silvergold.palm":
      return seat((s) => ({ palms: [...s.palms, Number(e.points)] }));
    case "silvergold.trophy": {
      const given = seat((s) => ({ trophies: [...s.trophies, Number(e.points)] }));
      return { ...given, trophies: view.trophies.filter((points) => points !== e.points) };
    }
    case "silvergold.complete": {
      const done = slots((map) => (map?.card === e.card ? null : map));
      return {
        ...done,
        seats: done.seats.map((s, i) =>
          i === e.seat && !s.completed.includes(e.card as string)
            ? { ...s, completed: [...s.completed, e.card as string] }
            : s,
        ),
      };
    }
    case "silvergold.take": {
      const card = e.card as string;
      const taken = slots((map, slot) => (slot === e.map ? { card, marked: [] } : map));
      return e.source === "deck"
        ? { ...taken, deck_count: view.deck_count - 1 }
        : { ...taken, display: view.display.filter((one) => one !== card) };
    }
    case "silvergold.refill": {
      const cards = e.cards as string[];
      return { ...view, display: [...view.display, ...cards], deck_count: view.deck_count - cards.length };
    }
    default:
      return view;
  }
}

/** The fields that are not marked yet. */
const fresh = (marked: Cell[], cells: Cell[]): Cell[] =>
  cells.filter((c) => !marked.some((m) => m[0] === c[0] && m[1] === c[1]));
