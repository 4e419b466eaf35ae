/** What a newcomer's first maps point at, and when. */
import { t } from "../../i18n.svelte";
import type { Nudge } from "../../room/nudges";
import type { Play } from "./play.svelte";

export function nudges(play: Play): Nudge[] {
  const did = (kind: string): boolean =>
    play.events.some((e) => e.seat === play.self && e.key === `silvergold.${kind}`);
  const marks = play.mode === "mark" || play.mode === "extra";
  return [
    {
      id: "place",
      text: t("sg.nudge.place"),
      anchors: [".tmap.live"],
      now: marks && !play.pinned,
      done: did("mark"),
    },
    {
      id: "mark",
      text: t("sg.nudge.mark"),
      anchors: [".btn.primary.main:not(:disabled):not([aria-disabled=true])"],
      now: marks && !!play.pinned,
      done: did("mark"),
    },
    {
      id: "take",
      text: t("sg.nudge.take"),
      anchors: ["[data-take]"],
      now: play.mode === "take",
      done: did("take"),
    },
  ];
}
