/** What the pages for coming back ask the server. */
import { ask, somebody } from "../net/api";
import type {
  Away,
  Daily,
  Friends,
  Glance,
  PersonRef,
  Profile,
  Reach,
  Room,
  RoomSummary,
  Step,
} from "../net/schema";

export type { Away, Daily, Friends, Glance, Profile, Reach, Step };

const as = async <T>(what: () => Promise<T>): Promise<T> => {
  await somebody();
  return what();
};

export const journey = {
  daily: () => ask<Daily[]>("GET", "daily"),
  day: (game: string, day: string) => ask<Daily>("GET", `daily/${game}/${day}`),
  playDaily: (game: string) => as(() => ask<Room>("POST", `daily/${game}`)),
  campaign: () => ask<Step[]>("GET", "campaign"),
  /** The game of a step that runs, or a new one; `anew` gives up the one that runs. */
  setOut: (step: string, anew = false) =>
    as(() => ask<Room>("POST", `campaign/${step}${anew ? "?anew=true" : ""}`)),
  profile: (id?: string) => ask<Profile>("GET", id ? `profiles/${id}` : "me/profile"),
  changeProfile: (change: Partial<Pick<Profile, "likeness" | "public" | "seen">>) =>
    ask<Profile>("PATCH", "me/profile", change),
  friends: () => ask<Friends>("GET", "me/friends"),
  find: (name: string) => ask<PersonRef>("POST", "me/friends/find", { name }),
  follow: (id: string) => ask<Friends>("PUT", `me/friends/${id}`),
  unfollow: (id: string) => ask<Friends>("DELETE", `me/friends/${id}`),
  block: (id: string) => ask<Friends>("PUT", `me/blocked/${id}`),
  unblock: (id: string) => ask<Friends>("DELETE", `me/blocked/${id}`),
  challenge: (person: string, game: string, setup: object, clock: object, fill: string | null) =>
    ask<Room>("POST", "me/challenges", { person, game, setup, clock, fill }),
  decline: (code: string) => ask<Friends>("DELETE", `me/challenges/${code}`),
  reach: () => as(() => ask<Reach>("GET", "me/reach")),
  changeReach: (change: object) => as(() => ask<Reach>("PATCH", "me/reach", change)),
  subscribe: (subscription: object) => as(() => ask<Reach>("PUT", "me/push", subscription)),
  unsubscribe: (endpoint: string) => ask<Reach>("POST", "me/push/end", { endpoint }),
  mail: (address: string) => as(() => ask<Reach>("PUT", "me/mail", { address })),
  forgetMail: () => ask<Reach>("DELETE", "me/mail"),
  confirm: (token: string) => ask<{ done: boolean }>("POST", "mail/confirm", { token }),
  stop: (token: string) => ask<{ done: boolean }>("POST", "stop", { token }),
  away: () => as(() => ask<Away>("GET", "me/away")),
  goAway: (first: number, days: number) => as(() => ask<Away>("PUT", "me/away", { first, days })),
  exportAddress: () => new URL("api/me/export", document.baseURI).href,
  remove: (password: string | null) => ask<unknown>("POST", "me/delete", { password }),
  glance: (code: string) => ask<Glance>("GET", `rooms/${code}/glance`),
  watch: (game?: string) => ask<RoomSummary[]>("GET", `watch${game ? `?game=${game}` : ""}`),
};
