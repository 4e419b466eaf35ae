import { expect, test } from "vitest";
import { dealtAsPromised, freshEntropy } from "../src/net/fairness";
import type { Room } from "../src/net/types";

// the second vector of docs/fair-shuffles.md
const entropy = "00112233445566778899aabbccddeeff";

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((n) => n.toString(16).padStart(2, "0")).join("");
}

async function over(seed: string): Promise<Room> {
  const secret = "5".repeat(64);
  return {
    code: "K7QMPA",
    seed,
    commitment: await sha256(seed),
    fairness: { commitment: await sha256(secret), secret, contributions: [{ seat: 0, entropy }] },
  } as unknown as Room;
}

test("a deal is as promised when secret, contributions and seed belong together", async () => {
  const seed = "94ad6a84a9e736aab8a8f4354c018780";
  const room = await over(seed);
  expect(await dealtAsPromised(room, null)).toBe(true);
  expect(await dealtAsPromised(room, entropy)).toBe(true);
  expect(await dealtAsPromised(room, "f".repeat(32))).toBe(false);
  expect(await dealtAsPromised({ ...room, code: "AAAAAA" }, null)).toBe(false);
  expect(await dealtAsPromised(await over("0".repeat(32)), null)).toBe(false);
  const nobody = { ...room, fairness: { ...room.fairness!, contributions: [] } };
  expect(await dealtAsPromised(nobody, null)).toBe(false);
  expect(await dealtAsPromised({ ...room, seed: null }, null)).toBe(null);
});

test("fresh digits are fresh", () => {
  expect(freshEntropy()).toMatch(/^[0-9a-f]{32}$/);
  expect(freshEntropy()).not.toBe(freshEntropy());
});
