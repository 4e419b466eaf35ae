/**
 * This page's part in the seed: random digits of its own, added after the server has committed to its secret;
 * and the check after the end that seed and promise belong together (docs/fair-shuffles.md).
 */
import type { Room } from "./types";

const key = (code: string): string => `expedition.entropy.${code}`;

/** Fresh random digits. */
export function freshEntropy(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((n) => n.toString(16).padStart(2, "0")).join("");
}

/** Remember what this page has contributed to a room, to look for it after the end. */
export function rememberEntropy(code: string, entropy: string): void {
  try {
    localStorage.setItem(key(code), entropy);
  } catch {
    // a page without storage contributes all the same
  }
}

export function ownEntropy(code: string): string | null {
  try {
    return localStorage.getItem(key(code));
  } catch {
    return null;
  }
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((n) => n.toString(16).padStart(2, "0")).join("");
}

/** Whether a finished game was dealt as promised; null where that cannot be checked here. */
export async function dealtAsPromised(
  room: Room,
  own: string | null = ownEntropy(room.code),
): Promise<boolean | null> {
  const fair = room.fairness;
  if (!fair?.secret || !room.seed || !globalThis.crypto?.subtle) return null;
  const lines = fair.contributions.map((one) => `${one.seat} ${one.entropy}\n`).join("");
  const seed = (await sha256(`expedition-seed/1\n${room.code}\n${fair.secret}\n${lines}`)).slice(0, 32);
  return (
    (await sha256(fair.secret)) === fair.commitment &&
    seed === room.seed &&
    (await sha256(seed)) === room.commitment &&
    (own === null || fair.contributions.some((one) => one.entropy === own))
  );
}
