/** What the keys do at the table. */
import { forTable } from "../../room/keys";
import { change, settings } from "../../settings.svelte";
import type { Places } from "./places.svelte";

export function keydown(e: KeyboardEvent, places: Places): void {
  if (forTable(e) && act(e.key.toLowerCase(), e.shiftKey, places)) e.preventDefault();
}

function act(k: string, shift: boolean, places: Places): boolean {
  const play = places.play;
  if (k.startsWith("arrow")) {
    if (!play.marking) return false;
    places.own?.focusFirst();
    return true;
  }
  switch (k) {
    case "r":
      if (!play.canShape) return false;
      play.turn(shift ? -1 : 1);
      return true;
    case "f":
      if (!play.canShape) return false;
      play.mirror();
      return true;
    case "1":
      play.toggleOne();
      return true;
    case "b":
      places.own?.focusFirst();
      return true;
    case "e":
      if (play.pinned) play.mark();
      else if (play.mode === "keep") play.keep();
      else return false;
      return true;
    case "z":
      void play.undo();
      return true;
    case "escape":
      if (play.walking) play.skip();
      else play.letGo();
      return true;
    case "j":
      places.open = "journal";
      return true;
    case "p":
      places.open = "round";
      return true;
    case "t":
      if (!places.talk) return false;
      places.goTalk();
      return true;
    case "s":
      change({ sound: !settings.sound });
      return true;
  }
  return false;
}
