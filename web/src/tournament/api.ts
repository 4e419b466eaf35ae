/** What the pages of tournaments ask the server. */
import { ask, somebody } from "../net/api";
import type { NewTournament, Tournament, TournamentEntrant, TournamentLine } from "../net/schema";

export type { NewTournament, Tournament, TournamentEntrant, TournamentLine };

const at = (code: string, more = ""): string => `tournaments/${code}${more}`;

export const tournaments = {
  make: async (wish: Partial<NewTournament>, name?: string) => {
    await somebody(name);
    return ask<Tournament>("POST", "tournaments", wish);
  },
  mine: () => ask<TournamentLine[]>("GET", "tournaments"),
  get: (code: string) => ask<Tournament>("GET", at(code)),
  join: async (code: string, name?: string) => {
    await somebody(name);
    return ask<Tournament>("POST", at(code, "/join"));
  },
  leave: (code: string) => ask<Tournament>("POST", at(code, "/leave")),
  addBots: (code: string, level: string, many: number) =>
    ask<Tournament>("POST", at(code, "/bots"), { level, many }),
  remove: (code: string, number: number) => ask<Tournament>("DELETE", at(code, `/entrants/${number}`)),
  begin: (code: string, fill: string | null) => ask<Tournament>("POST", at(code, "/begin"), { fill }),
  next: (code: string) => ask<Tournament>("POST", at(code, "/next")),
  close: (code: string) => ask<Tournament>("DELETE", at(code)),
};

export const addressOf = (code: string): string => new URL(`#/t/${code}`, document.baseURI).href;
