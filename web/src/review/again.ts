/** A finished game played again from one of its turns: the seat's own, all others are the computer. */
import { api } from "../net/api";
import type { Room } from "../net/types";
import { settings } from "../settings.svelte";
import type { ReviewTurn } from "./model";

/** The code of the new room. */
export async function playFrom(room: Room, turn: ReviewTurn): Promise<string> {
  const games = await api.games();
  const levels = games.find((g) => g.name === room.game)?.levels.map((l) => l.name) ?? [];
  const level = levels.find((l) => l.toLowerCase() === settings.level) ?? levels[0]!;
  const made = await api.newRoom({
    origin: { kind: "room", room: room.code, ply: turn.better?.ply ?? turn.ply },
    start: true,
    seats: room.seats.map((_, i) =>
      i === turn.seat ? ({ kind: "me" } as const) : ({ kind: "bot", level } as const),
    ),
  });
  return made.code;
}
