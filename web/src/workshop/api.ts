/** The workshop's part of the server. */
import { t } from "../i18n.svelte";
import { ask, Refusal, somebody } from "../net/api";
import { inWords, type Problem } from "../net/problem";
import type { BoxInfo, Figures, Look, Route, SavedRoute, Suggestion } from "./types";

export interface TrialWish {
  route: Route;
  games: number;
  level: string;
  players: number;
  caves: boolean;
}
export interface Wish {
  seed: number;
  shortest: number;
  longest: number;
  grade: string | null;
  lanes: number | null;
  variety: number | null;
  lang: string;
}

export const workshop = {
  box: () => ask<BoxInfo>("GET", "workshop/box"),
  look: (route: Route, hand: Record<string, unknown> | null, lang: string) =>
    ask<Look>("POST", "workshop/look", { route, hand, lang }),
  open: (code: string) => ask<{ route: Route; code: string }>("GET", `workshop/code/${code}`),
  surprise: (wish: Wish) => ask<Suggestion[]>("POST", "workshop/surprise", wish),
  gallery: (order: string) => ask<SavedRoute[]>("GET", `workshop/routes?order=${order}`),
  mine: () => ask<SavedRoute[]>("GET", "workshop/mine"),
  save: async (name: string, route: Route, open: boolean) => {
    await somebody();
    return ask<SavedRoute>("POST", "workshop/routes", { name, route, public: open });
  },
  remove: (id: string) => ask<null>("DELETE", `workshop/routes/${id}`),
  rate: async (id: string, stars: number) => {
    await somebody();
    return ask<SavedRoute>("PUT", `workshop/routes/${id}/stars`, { stars });
  },
  sheet: (code: string, name: string, form: string, lang: string) =>
    new URL(
      `api/workshop/sheet/${code}?form=${form}&lang=${lang}&name=${encodeURIComponent(name)}`,
      document.baseURI,
    ).href,
};

/** Games by bots; `tell` hears the outcome so far until all are played or the signal stops them. */
export async function tryOut(
  wish: TrialWish,
  tell: (figures: Figures) => void,
  signal: AbortSignal,
): Promise<void> {
  const answer = await fetch(new URL("api/workshop/trials", document.baseURI), {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(wish),
    signal,
  });
  if (!answer.ok || !answer.body) {
    const problem = (await answer.json().catch(() => null)) as Problem | null;
    throw new Refusal("trial", problem ? inWords(problem) : t("lost.server"), answer.status);
  }
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop() ?? "";
    const last = lines.filter(Boolean).at(-1);
    if (last) tell(JSON.parse(last) as Figures);
  }
}
