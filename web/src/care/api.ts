/** What looking after an account and after each other asks the server. */
import { ask } from "../net/api";
import type { Friends, Me, PersonRef, ReportIn, Session } from "../net/schema";

export type { Session };

export const care = {
  sessions: () => ask<Session[]>("GET", "me/sessions"),
  endSession: (id: string) => ask<Session[]>("DELETE", `me/sessions/${id}`),
  endOthers: () => ask<Session[]>("DELETE", "me/sessions"),
  changePassword: (old: string, fresh: string) => ask<Me>("PUT", "account/password", { old, new: fresh }),
  forgotten: (name: string) => ask<{ done: boolean }>("POST", "account/forgotten", { name }),
  reset: (token: string, password: string) => ask<Me>("POST", "account/reset", { token, password }),
  muted: () => ask<PersonRef[]>("GET", "me/muted"),
  mute: (id: string) => ask<PersonRef[]>("PUT", `me/muted/${id}`),
  unmute: (id: string) => ask<PersonRef[]>("DELETE", `me/muted/${id}`),
  block: (id: string) => ask<Friends>("PUT", `me/blocked/${id}`),
  unblock: (id: string) => ask<Friends>("DELETE", `me/blocked/${id}`),
  isBlocked: async (id: string) =>
    (await ask<Friends>("GET", "me/friends")).blocked.some((one) => one.id === id),
  report: (report: Partial<ReportIn>) => ask<{ done: boolean }>("POST", "reports", report),
};

export const REASONS = ["talk", "name", "play", "other"] as const;
