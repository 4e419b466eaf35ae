import { expect, test } from "vitest";
import { arrow, centre, hexAt, outline, seamLine, stepsToFinish } from "../src/games/eldorado/board/geometry";
import { moved } from "../src/games/eldorado/board/flatten";
import { key, type BoardInfo, type Coord } from "../src/games/eldorado/model";
import routes from "../demo/routes.json";

const boards = routes as unknown as Record<string, { board: BoardInfo }>;

test("given any space, when the point at its centre is asked for its space, then it is that one", () => {
  for (const at of [
    [0, 0],
    [3, -2],
    [-4, 5],
    [11, 7],
  ] as Coord[]) {
    const { x, y } = centre(at);
    expect(hexAt({ x: x + 40, y: y - 30 })).toEqual(at);
  }
});

test("given one space, when its outline is drawn, then it has six corners and is closed", () => {
  const path = outline([[0, 0]]);
  expect(path.match(/[ML]/g)).toHaveLength(6);
  expect(path.endsWith("z")).toBe(true);
});

test("given a ring of spaces, when its outline is drawn, then the hole is a second loop", () => {
  const ring: Coord[] = [
    [1, 0],
    [1, -1],
    [0, -1],
    [-1, 0],
    [-1, 1],
    [0, 1],
  ];
  expect(outline(ring).match(/z/g)).toHaveLength(2);
});

test("given every route, when its seams are drawn, then each is one unbroken line of as many pieces as edges", () => {
  for (const { board } of Object.values(boards)) {
    for (const seam of board.seams) {
      const line = seamLine(seam.edges);
      expect(line).toHaveLength(seam.edges.length + 1);
      for (let i = 1; i < line.length; i++)
        expect(Math.hypot(line[i]!.x - line[i - 1]!.x, line[i]!.y - line[i - 1]!.y)).toBeCloseTo(100, 0);
    }
  }
});

test("given the first route, when the steps to the finish are counted, then a start space is 28 away and a gate 0", () => {
  const board = boards.first!.board,
    steps = stepsToFinish(board);
  const starts = board.hexes.filter((h) => h.start !== null).map((h) => steps.get(key([h.q, h.r]))!);
  expect(Math.min(...starts)).toBe(28);
  for (const h of board.hexes.filter((x) => x.finish)) expect(steps.get(key([h.q, h.r]))).toBe(0);
});

test("given a bent path, when its arrow is drawn, then it bends at the space between", () => {
  expect(
    arrow([
      [0, 0],
      [1, 0],
      [1, 1],
    ]).shaft.match(/Q/g),
  ).toHaveLength(1);
});

test("given a path with absolute and relative parts, when it is moved and scaled, then only absolute places move", () => {
  expect(moved("M1 2l3 4h5V6a2 2 0 0 1 3-3z", 100, 200, 2)).toBe("M102 204l6 8h10V212a4 4 0 0 1 6 -6z");
});

test("given a path that begins with a relative move and goes on without a letter, when it is moved, then further pairs are lines", () => {
  expect(moved("m1 1 2 2", 10, 10)).toBe("M11 11l2 2");
  expect(moved("M0-100 86.6-50z", 10, 0)).toBe("M10 -100L96.6 -50z");
});
