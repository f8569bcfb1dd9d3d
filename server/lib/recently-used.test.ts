import { expect, it } from "vitest";
import { RecentlyUsed } from "./recently-used.ts";

it("keeps those that were used last, and makes the others anew", () => {
  const made: string[] = [];
  const kept = new RecentlyUsed<string>(2);
  const take = (key: string) => kept.take(key, () => (made.push(key), key.toUpperCase()));
  expect([take("a"), take("b"), take("a"), take("c")]).toEqual(["A", "B", "A", "C"]);
  expect(made).toEqual(["a", "b", "c"]);
  take("a");
  take("b");
  expect(made).toEqual(["a", "b", "c", "b"]);
});

it("makes anew what is forgotten", () => {
  let made = 0;
  const kept = new RecentlyUsed<number>(2);
  expect([kept.take("a", () => (made += 1)), kept.take("a", () => (made += 1))]).toEqual([1, 1]);
  kept.forget("a");
  expect(kept.take("a", () => (made += 1))).toBe(2);
});
