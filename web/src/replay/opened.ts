/**
 * The public view of a finished game with what was hidden put back, through the eyes of whoever has the
 * turn.
 */
import { gameOf } from "../games/index";

type Json = Record<string, unknown>;

export function opened<View extends Json>(view: View, position: Json, last: number): View {
  const names = gameOf(view.game as string).secrets ?? [];
  const whole = position.seats as Json[];
  const seats = (view.seats as Json[]).map((seat, i) => ({
    ...seat,
    ...Object.fromEntries(names.map((name) => [name, whole[i]![name]])),
  }));
  const actor = view.actor as number;
  return { ...view, seats, seat: actor >= 0 ? actor : last };
}
