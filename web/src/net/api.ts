/**
 * The REST interface of the server. A refusal is an Error whose message is the server's own sentence, in the
 * language of the page.
 */
import { t } from "../i18n.svelte";
import { freshEntropy, rememberEntropy } from "./fairness";
import { inWords, type Problem } from "./problem";
import type {
  Advice,
  Check,
  Clock,
  GameInfo,
  LeaderboardLine,
  MatchIn,
  Me,
  NewRoom,
  Outline,
  PersonRef,
  PlainTable,
  PlayerPage,
  PuzzleList,
  PuzzleProgress,
  PuzzleProgressIn,
  PuzzleTable,
  Replay,
  ReviewStatus,
  Room,
  RoomChange,
  RoomSummary,
  SeatPlan,
  Solution,
  Verdict,
} from "./types";

export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

export async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(new URL(`api/${path}`, document.baseURI), {
      method,
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Refusal("offline", t("lost.server"), 0);
  }
  const data: unknown = answer.status === 204 ? null : await answer.json().catch(() => null);
  if (!answer.ok) {
    const problem = data as Partial<Problem> | null;
    throw new Refusal(
      problem?.code ?? "internal",
      problem?.message ? inWords(problem as Problem) : t("lost.server"),
      answer.status,
    );
  }
  return data as T;
}

let guest: Promise<PersonRef> | null = null;
/** Nobody needs an account: who has no session becomes a guest at the first thing that needs a name. */
export function somebody(name?: string): Promise<PersonRef> {
  guest ??= ask<Me>("POST", "guest", name ? { name } : {})
    .then((me) => me.person!)
    .catch((error: unknown) => {
      guest = null;
      throw error;
    });
  return guest;
}

/** A table set up to learn at: one person holds all its seats and it began from a position. */
const isLesson = (room: RoomSummary): boolean =>
  room.origin?.kind === "position" && room.seats.every((s) => room.yours.includes(s.seat));

export const api = {
  me: () => ask<Me>("GET", "me"),
  rename: (name: string) => ask<Me>("PATCH", "me", { name }),
  signUp: (name: string, password: string) => ask<Me>("POST", "account", { name, password }),
  signIn: (name: string, password: string) => ask<Me>("POST", "login", { name, password }),
  signOut: async () => {
    guest = null;
    await ask<unknown>("POST", "logout");
  },
  games: () => ask<GameInfo[]>("GET", "games"),
  components: <T>(game: string, setup: Record<string, unknown>) =>
    ask<T>("GET", `games/${game}/components?setup=${encodeURIComponent(JSON.stringify(setup))}`),
  /** A room's game in words, for the plain table. */
  plain: (code: string, seat: number | null, lang: string, theme: string, ply: number | null) =>
    ask<PlainTable>(
      "GET",
      `rooms/${code}/plain?lang=${lang}&theme=${theme}${seat === null ? "" : `&seat=${seat}`}${ply === null ? "" : `&ply=${ply}`}`,
    ),
  newRoom: async (room: Partial<Omit<NewRoom, "seats">> & { seats?: SeatPlan[] }) => {
    await somebody();
    const mine = room.seats === undefined || room.seats.some((seat) => seat.kind === "me");
    if (!room.start || !mine) return ask<Room>("POST", "rooms", room);
    // the server's promise first, then our part in the seed, then the deal
    const made = await ask<Room>("POST", "rooms", { ...room, start: false });
    await api.contribute(made.code);
    return api.start(made.code);
  },
  match: async (wish: Omit<MatchIn, "entropy">) => {
    const entropy = freshEntropy();
    const room = await ask<Room>("POST", "match", { ...wish, entropy });
    if (room.fairness?.contributions.some((one) => one.entropy === entropy))
      rememberEntropy(room.code, entropy);
    return room;
  },
  /** Add random digits of this page's own to the seed of a room where one sits. */
  contribute: async (code: string) => {
    const entropy = freshEntropy();
    rememberEntropy(code, entropy);
    return ask<Room>("PUT", `rooms/${code}/ready`, { entropy });
  },
  /** Agree to the terms as they are now, or take that back. */
  ready: (code: string, ready: boolean) => ask<Room>("PUT", `rooms/${code}/ready`, { ready }),
  room: (code: string) => ask<Room>("GET", `rooms/${code}`),
  close: (code: string) => ask<Room>("DELETE", `rooms/${code}`),
  rooms: (status: string, game?: string) =>
    ask<RoomSummary[]>("GET", `rooms?status=${status}${game ? `&game=${game}` : ""}`),
  myGames: async (status = "playing") =>
    (await ask<RoomSummary[]>("GET", `me/games?status=${status}`)).filter((room) => !isLesson(room)),
  change: (code: string, change: Partial<RoomChange>) => ask<Room>("PATCH", `rooms/${code}`, change),
  sit: async (code: string, seat: number, plan: SeatPlan) => {
    await somebody();
    if (plan.kind !== "me") return ask<Room>("PUT", `rooms/${code}/seats/${seat}`, plan);
    const entropy = freshEntropy();
    rememberEntropy(code, entropy);
    return ask<Room>("PUT", `rooms/${code}/seats/${seat}`, { ...plan, entropy });
  },
  leave: (code: string, seat: number) => ask<Room>("DELETE", `rooms/${code}/seats/${seat}`),
  why: (code: string, asked: { seat: number; lang: string; question: object }) =>
    ask<{ text: string | null }>("POST", `rooms/${code}/why`, asked),
  start: (code: string) => ask<Room>("POST", `rooms/${code}/start`),
  /** Offer a rematch, or accept the offer: the room of it. */
  rematch: async (code: string) => {
    const room = await ask<Room>("POST", `rooms/${code}/rematch`, { hold: true });
    return room.status === "waiting" ? api.contribute(room.code) : room;
  },
  declineRematch: (code: string) => ask<Room>("DELETE", `rooms/${code}/rematch`),
  leaderboard: (game: string, players: number) =>
    ask<LeaderboardLine[]>("GET", `leaderboard?game=${game}&players=${players}`),
  outline: (code: string, query: string) => ask<Outline>("GET", `rooms/${code}/outline?${query}`),
  replay: (code: string, query: string) => ask<Replay>("GET", `rooms/${code}/replay?${query}`),
  review: (code: string, query: string) => ask<ReviewStatus>("GET", `rooms/${code}/review?${query}`),
  reviewAddress: (code: string, query: string) =>
    new URL(`api/rooms/${code}/review.html?${query}`, document.baseURI).href,
  coach: (code: string, seat: number, lang: string) =>
    ask<Advice>("POST", `rooms/${code}/coach`, { seat, lang }),
  coachCheck: (code: string, seat: number, actions: object[], lang: string) =>
    ask<Check>("POST", `rooms/${code}/coach/check`, { seat, actions, lang }),
  puzzles: (game: string) => ask<PuzzleList>("GET", `games/${game}/puzzles`),
  keepPuzzles: (game: string, solved: PuzzleProgressIn) =>
    ask<PuzzleProgress>("PUT", `me/puzzles/${game}`, solved),
  puzzleTable: (id: string, actions: object[]) =>
    ask<PuzzleTable>("POST", `puzzles/${id}/table`, { actions }),
  puzzleTry: (id: string, actions: object[], lang: string) =>
    ask<Verdict>("POST", `puzzles/${id}/try`, { actions, lang }),
  puzzleAnswer: (id: string, lang: string) => ask<Solution>("GET", `puzzles/${id}/answer?lang=${lang}`),
  recordAddress: (code: string) => new URL(`api/rooms/${code}/record`, document.baseURI).href,
  importRecord: (record: unknown) => ask<Room>("POST", "records", { record }),
  person: (id: string) => ask<PlayerPage>("GET", `people/${id}`),
};
export type { Clock };
