import { expect, test } from "vitest";
import { findMissing } from "#contract/replies/render.ts";
import { nextPlace } from "./step-through-places.ts";

const TEXT = "Hello {{client.name}}, bring {{ask: names}} and sign.";
const places = findMissing(TEXT);
const [first, second] = places;
const caret = (at: number) => ({ start: at, end: at });

test("Tab goes to the next place, from the end of the words to the first", () => {
  expect(nextPlace(places, caret(0), 1)).toEqual(first);
  expect(nextPlace(places, caret(23), 1)).toEqual(second);
  expect(nextPlace(places, caret(TEXT.length), 1)).toEqual(first);
});

test("Tab goes from place to place and leaves the box at the last, Shift Tab at the first", () => {
  if (!first || !second) throw new Error("there are two places");
  expect(nextPlace(places, first, 1)).toEqual(second);
  expect(nextPlace(places, second, 1)).toBeNull();
  expect(nextPlace(places, second, -1)).toEqual(first);
  expect(nextPlace(places, first, -1)).toBeNull();
  expect(nextPlace(places, caret(0), -1)).toBeNull();
});

test("without a place Tab leaves", () => {
  expect(nextPlace([], caret(3), 1)).toBeNull();
});
