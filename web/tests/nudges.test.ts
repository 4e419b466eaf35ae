import { expect, test } from "vitest";
import { placeOf } from "../src/room/nudges";

const box = (left: number, top: number, width: number, height: number) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});
const TIP = { width: 300, height: 60 };
const PHONE = { width: 390, height: 844 };

test("given room above, when a tip is placed, then it stands right above what it speaks of", () => {
  const place = placeOf(box(100, 600, 80, 120), TIP, [], PHONE)!;
  expect(place.side).toBe("above");
  expect(place.top + TIP.height).toBeLessThan(600);
  expect(place.reach).toBeLessThan(20);
});

test("given a sentence in between, when a tip is placed, then the sentence stays readable", () => {
  const hint = box(0, 520, 390, 60);
  const place = placeOf(box(100, 600, 80, 240), TIP, [hint], PHONE)!;
  expect(place.side).toBe("above");
  expect(place.top + TIP.height).toBeLessThanOrEqual(hint.top);
  expect(place.reach).toBe(600 - place.top - TIP.height);
});

test("given no room above, when a tip is placed, then it goes below or beside", () => {
  expect(placeOf(box(100, 10, 80, 40), TIP, [], PHONE)!.side).toBe("below");
  expect(placeOf(box(320, 10, 60, 370), TIP, [], { width: 844, height: 390 })!.side).toBe("right");
});

test("given a window that is full, when a tip is placed, then there is no place for it", () => {
  expect(placeOf(box(0, 0, 390, 844), TIP, [], PHONE)).toBeNull();
});
