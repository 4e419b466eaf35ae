/** A table one event later, as everybody sees it; the view of the server follows when all has been shown. */
import { same, type Coord, type GameEvent, type SeatView, type View } from "./model";

export function advance(view: View, e: GameEvent): View {
  const seat = (change: (s: SeatView) => Partial<SeatView>): View => ({
    ...view,
    seats: view.seats.map((s, i) => (i === e.seat ? { ...s, ...change(s) } : s)),
  });
  const walks = (to: Coord | "arrived"): View =>
    seat((s) => ({
      pawns: s.pawns.map((p, i) => (i === ((e.pawn as number | undefined) ?? 0) ? { ...p, at: to } : p)),
    }));
  switch (e.key) {
    case "eldorado.turn":
      return {
        ...view,
        actor: e.seat,
        turn: { ...view.turn, seat: e.seat, round: Number(e.round ?? view.turn.round) },
      };
    case "eldorado.play":
      return seat((s) => ({ hand_count: s.hand_count - 1, played: [...s.played, e.card as string] }));
    case "eldorado.step":
      return walks(e.to as Coord);
    case "eldorado.arrive":
      return walks("arrived");
    case "eldorado.blockade": {
      const number = Number(e.blockade ?? e.number);
      const taken = seat((s) => ({ blockades: [...s.blockades, number] }));
      return { ...taken, blockades: view.blockades.filter((b) => b.number !== number) };
    }
    case "eldorado.explore": {
      const found = seat((s) => ({ tokens: [...s.tokens, e.token as string] }));
      const caves = view.caves.map((c) => (same(c.at, e.at) ? { ...c, count: e.left } : c));
      return { ...found, caves };
    }
    case "eldorado.bought":
    case "eldorado.taken": {
      const less = <P extends { card: string; count: number } | null>(pile: P): P =>
        pile?.card === e.card ? { ...pile, count: e.left } : pile;
      const board = view.market.board.map(less).map((pile) => (pile?.count === 0 ? null : pile));
      const above = view.market.above.map(less).filter((pile) => pile.count > 0);
      return { ...view, market: { board, above } };
    }
    case "eldorado.final_round":
      return { ...view, turn: { ...view.turn, final_round: true } };
    default:
      return view;
  }
}
