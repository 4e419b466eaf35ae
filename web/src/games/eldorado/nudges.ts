/** What a newcomer's first race points at, and when. */
import { t } from "../../i18n.svelte";
import type { Nudge } from "../../room/nudges";
import type { Play } from "./play.svelte";

export function nudges(play: Play): Nudge[] {
  const did = (...kinds: string[]): boolean =>
    play.events.some((e) => e.seat === play.self && kinds.includes(e.key.replace("eldorado.", "")));
  const mine = play.myTurn && play.mode === "play" && !play.walking;
  const played = did("play", "enter", "use");
  const idle = play.view.turn.bought || !play.hand.some((card) => play.playable(card));
  return [
    {
      id: "play",
      text: t("nudge.play"),
      anchors: ["[data-card]:not(:has(.off))", ".hit.aim"],
      now: mine,
      done: played,
    },
    {
      id: "buy",
      text: t("nudge.buy"),
      anchors: [".bd:not(.on)", "[data-market][data-can]"],
      now: mine && played && play.buys.size > 0,
      done: did("bought", "take"),
    },
    {
      id: "end",
      text: t("nudge.end"),
      anchors: [".btn.primary.main:not(:disabled):not([aria-disabled=true])"],
      now: mine && played && idle,
      done: did("end"),
    },
  ];
}
