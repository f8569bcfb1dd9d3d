import { expect, test } from "vitest";
import { place } from "./place-beside-anchor.ts";

const screen = { width: 1000, height: 600 };
const box = { width: 200, height: 100 };
const below = { side: "bottom", align: "start", gap: 4 } as const;

test("a box stands below its anchor, flush with its start", () => {
  const anchor = { left: 300, top: 50, width: 80, height: 30 };
  expect(place(anchor, box, screen, below)).toEqual({ side: "bottom", left: 300, top: 84, room: 508 });
});

test("without room below it stands above", () => {
  const anchor = { left: 300, top: 540, width: 80, height: 30 };
  expect(place(anchor, box, screen, below)).toMatchObject({ side: "top", top: 436 });
});

test("where neither side has the room it takes the larger and says how much that is", () => {
  const tall = { width: 200, height: 900 };
  const anchor = { left: 300, top: 400, width: 80, height: 30 };
  expect(place(anchor, tall, screen, below)).toMatchObject({ side: "top", top: 8, room: 388 });
});

test("at the window's edge it moves along its anchor", () => {
  expect(place({ left: 950, top: 50, width: 40, height: 30 }, box, screen, below).left).toBe(792);
  const centred = { ...below, align: "center" } as const;
  expect(place({ left: 0, top: 50, width: 40, height: 30 }, box, screen, centred).left).toBe(8);
});

test("beside its anchor it stands half way up, and on the other side where that alone has room", () => {
  const beside = { side: "right", align: "center", gap: 6 } as const;
  const anchor = { left: 10, top: 300, width: 40, height: 40 };
  expect(place(anchor, box, screen, beside)).toMatchObject({ side: "right", left: 56, top: 270 });
  const far = { ...anchor, left: 940 };
  expect(place(far, box, screen, beside)).toMatchObject({ side: "left", left: 734, top: 270 });
});
