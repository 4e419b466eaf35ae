/** What the server says about a Silver & Gold table, as it declares it. */
import type {
  SilverGoldAction,
  SilverGoldCardGesture,
  SilverGoldComponents,
  SilverGoldEvent,
  SilverGoldGesture,
  SilverGoldMapInfo,
  SilverGoldMarkGesture,
  SilverGoldPatternInfo,
  SilverGoldScore,
  SilverGoldSeatView,
  SilverGoldView,
} from "../../net/schema";

export type Cell = [row: number, column: number];
export type Action = SilverGoldAction;
export type CardGesture = SilverGoldCardGesture;
export type Components = SilverGoldComponents;
export type Gesture = SilverGoldGesture;
export type MapInfo = SilverGoldMapInfo;
export type MarkGesture = SilverGoldMarkGesture;
export type PatternInfo = SilverGoldPatternInfo;
export type Score = SilverGoldScore;
export type SeatView = SilverGoldSeatView;
export type View = SilverGoldView;
export type Colour = SilverGoldMapInfo["colour"];
/** One of the events, read field by field where several kinds share a field. */
export type GameEvent = SilverGoldEvent & { [data: string]: unknown };
