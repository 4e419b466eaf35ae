/** The buttons of the moment: one to press next, and what else may be done. */
import { t } from "../../i18n.svelte";
import type { Play } from "./play.svelte";
import { actionWords } from "./say";

export interface Command {
  id: string;
  icon: string;
  text: string;
  run: () => void;
  disabled?: boolean;
  key?: string;
}

export function commands(play: Play): { primary: Command | null; others: Command[] } {
  const others: Command[] = [];
  const done = play.act("done");
  switch (play.mode) {
    case "play": {
      const use = play.use;
      const stop = play.act("stop");
      if (stop)
        others.push({ id: "stop", icon: "cave", text: t("act.stop"), run: () => void play.send([stop]) });
      for (const a of play.actList)
        if (a.do === "use" && a.token === "keep_item")
          others.push({
            id: `keep-${a.card ?? ""}`,
            icon: "keep",
            text: actionWords(play, a),
            run: () => void play.send([a]),
          });
      const end = play.act("end");
      if (use && use.token !== "keep_item") {
        const icon = use.token ? "token" : use.card === "transmitter" ? "market" : "draw";
        return {
          primary: {
            id: "use",
            icon,
            text: t("act.use"),
            run: () => {
              play.picked = null;
              void play.send([use]);
            },
            key: "u",
          },
          others,
        };
      }
      return {
        primary: {
          id: "end",
          icon: "end-turn",
          text: t("act.end"),
          run: () => play.endTurn(),
          disabled: !end,
          key: "e",
        },
        others,
      };
    }
    case "discard": {
      const rest = play.hand.filter((c) => play.act("discard", { card: c }));
      if (rest.length > 1)
        others.push({
          id: "all",
          icon: "discard",
          text: t("act.discardAll"),
          run: () => void play.send(rest.map((card) => ({ do: "discard", card }))),
        });
      return {
        primary: {
          id: "done",
          icon: "draw",
          text: t("act.draw"),
          run: () => {
            const last = play.parting ? play.answers(play.hand[0] ?? "") : undefined;
            if (last ?? done) void play.send([(last ?? done)!]);
          },
          disabled: !done && !play.parting,
          key: "e",
        },
        others,
      };
    }
    case "remove":
    case "put":
      return {
        primary: {
          id: "done",
          icon: "check",
          text: t("act.done"),
          run: () => done && void play.send([done]),
          disabled: !done,
          key: "e",
        },
        others,
      };
    default:
      return { primary: null, others };
  }
}
