import { expect, test } from "vitest";
import { freest } from "../src/room/place";

const WINDOW = { left: 0, top: 0, width: 1000, height: 600 };
const PANEL = { width: 300, height: 200 };
const box = (left: number, top: number, width: number, height: number) => ({ left, top, width, height });

test("given an empty table, then the panel stands at the upper right", () => {
  expect(freest(PANEL, WINDOW, [])).toEqual({ left: 692, top: 8 });
});

test("given a bar above and a hand below, then it stands between them and clear of the playing piece", () => {
  const things = [
    { box: box(0, 0, 1000, 60), weight: 100 },
    { box: box(0, 450, 1000, 150), weight: 100 },
    { box: box(800, 100, 40, 60), weight: 200 },
  ];
  const at = freest(PANEL, WINDOW, things);
  expect(at.top).toBeGreaterThanOrEqual(60);
  expect(at.top + PANEL.height).toBeLessThanOrEqual(450);
  expect(at.left + PANEL.width <= 800 || at.top >= 160).toBe(true);
});

test("given no free place at all, then it covers what hurts least", () => {
  const things = [
    { box: box(0, 0, 500, 600), weight: 5 },
    { box: box(500, 0, 500, 600), weight: 1 },
  ];
  expect(freest(PANEL, WINDOW, things).left).toBeGreaterThanOrEqual(500);
});

test("given a panel that has its place, when another is hardly better, then it stays", () => {
  const now = { left: 40, top: 80 };
  expect(freest(PANEL, WINDOW, [], now)).toEqual(now);
  expect(freest(PANEL, WINDOW, [{ box: box(0, 0, 400, 400), weight: 9 }], now)).not.toEqual(now);
  expect(freest({ width: 300, height: 590 }, WINDOW, [], now).top).toBe(8);
});
