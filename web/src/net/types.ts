/** Names for what the generated schema writes out in place. */
import type { BotSeat, DaysClock, LiveClock, NoClock, OpenSeat } from "./schema";
export type * from "./schema";
export type Clock = NoClock | LiveClock | DaysClock;
export type SeatPlan = { kind: "me"; name?: string } | BotSeat | OpenSeat;
