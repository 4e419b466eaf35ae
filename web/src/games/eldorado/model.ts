/** The JSON a game of El Dorado speaks, as the server declares it; the page reads it and holds no rules. */
import type {
  ElDoradoAction,
  ElDoradoActGesture,
  ElDoradoBlockadeInfo,
  ElDoradoBoardInfo,
  ElDoradoBuyGesture,
  ElDoradoCardInfo,
  ElDoradoComponents,
  ElDoradoEnterGesture,
  ElDoradoEvent,
  ElDoradoGesture,
  ElDoradoHexInfo,
  ElDoradoMoveGesture,
  ElDoradoPayment,
  ElDoradoPaymentItem,
  ElDoradoSeatView,
  ElDoradoTokenInfo,
  ElDoradoView,
} from "../../net/schema";

export type Coord = [number, number];
export type Action = ElDoradoAction;
export type ActGesture = ElDoradoActGesture;
export type BlockadeInfo = ElDoradoBlockadeInfo;
/** A route that is only drawn needs no list of its open seams. */
export type BoardInfo = Omit<ElDoradoBoardInfo, "open_seams" | "difficulty"> &
  Partial<Pick<ElDoradoBoardInfo, "difficulty">> &
  Partial<ElDoradoBoardInfo>;
export type BuyGesture = ElDoradoBuyGesture;
export type CardInfo = ElDoradoCardInfo;
export type Components = ElDoradoComponents;
export type EnterGesture = ElDoradoEnterGesture;
export type Gesture = ElDoradoGesture;
export type HexInfo = ElDoradoHexInfo;
export type MoveGesture = ElDoradoMoveGesture;
export type Payment = ElDoradoPayment;
export type PaymentItem = ElDoradoPaymentItem;
export type SeatView = ElDoradoSeatView;
export type Terrain = ElDoradoHexInfo["terrain"];
export type TokenInfo = ElDoradoTokenInfo;
export type View = ElDoradoView;
/** One of the events, read field by field where several kinds share a field. */
export type GameEvent = ElDoradoEvent & { [data: string]: unknown };

export const key = (at: Coord): string => `${at[0]},${at[1]}`;
export const fromKey = (text: string): Coord => text.split(",").map(Number) as Coord;
export const same = (a: Coord | undefined, b: Coord | undefined): boolean =>
  !!a && !!b && a[0] === b[0] && a[1] === b[1];
