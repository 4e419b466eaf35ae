/** What a table is called in a list. */
import { gameOf, type Setup } from "../games/index";
import { word } from "../i18n.svelte";

export const roomTitle = (room: { game: string; setup: Setup }): string =>
  gameOf(room.game).tableName?.(room.setup) ?? word(`game.${room.game}`);
