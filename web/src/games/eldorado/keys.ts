/** What the keys do at the table. */
import { forTable } from "../../room/keys";
import { change, settings } from "../../settings.svelte";
import { commands } from "./commands";
import type { Coord } from "./model";
import type { Places } from "./places.svelte";

export function keydown(e: KeyboardEvent, places: Places): void {
  if (forTable(e) && act(e.key, places)) e.preventDefault();
}

function act(k: string, places: Places): boolean {
  const play = places.play,
    camera = places.camera();
  if (/^[1-9]$/.test(k) && play.hand[Number(k) - 1]) {
    play.pickCard(play.hand[Number(k) - 1]!, Number(k) - 1);
    const first = play.targets.keys().next().value;
    if (play.picked && first) camera?.focusSpace(first.split(",").map(Number) as Coord);
    return true;
  }
  switch (k) {
    case "Escape":
      stepBack(places);
      return true;
    case "0":
      camera?.showAll();
      return true;
    case ".":
      camera?.showMe();
      return true;
    case ",":
      camera?.showUsual();
      return true;
    case "+":
    case "=":
      camera?.zoomBy(1.25);
      return true;
    case "-":
      camera?.zoomBy(0.8);
      return true;
    case "z":
      void play.undo();
      return true;
    case "m":
      places.goMarket();
      return true;
    case "h":
      places.goHand();
      return true;
    case "j":
      places.goJournal();
      return true;
    case "b":
      places.goBoard();
      return true;
    case "s":
      change({ sound: !settings.sound });
      return true;
    case "t":
      if (!places.talk) return false;
      places.goTalk();
      return true;
  }
  const { primary } = commands(play);
  if (!primary || k !== primary.key) return false;
  if (primary.disabled) void play.why({ end: true });
  else if (!play.busy) primary.run();
  return true;
}

/** Whatever is nearest to being left is left. */
function stepBack(places: Places): void {
  const play = places.play;
  if (play.walking) play.skip();
  else if (play.choice) play.leaveChoice();
  else if (play.refusal) play.hush();
  else if (play.picked) play.picked = null;
  else places.close();
}
