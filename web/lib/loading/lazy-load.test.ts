import { expect, test } from "vitest";
import { MissingPartError } from "./detect-new-build.ts";
import { lazyLoad } from "./lazy-load.ts";

test("code is fetched once, however many ask, and is at hand from then on", async () => {
  let fetched = 0;
  const late = lazyLoad(
    async () => ({ answer: (fetched += 1) }),
    ({ answer }) => answer,
  );
  expect(late.loaded).toBeNull();
  expect(await Promise.all([late(), late()])).toEqual([1, 1]);
  expect(await late()).toBe(1);
  expect(late.loaded).toBe(1);
});

test("code that could not be fetched is a missing part, and is fetched again by the next who asks", async () => {
  const failures = [new TypeError("Failed to fetch dynamically imported module: /assets/a.js")];
  const late = lazyLoad(async () => {
    const failure = failures.pop();
    if (failure) throw failure;
    return { isThere: true };
  });
  await expect(late()).rejects.toBeInstanceOf(MissingPartError);
  expect(await late()).toEqual({ isThere: true });
});

test("an error of the code itself stays what it is", async () => {
  const late = lazyLoad(async () => {
    throw new RangeError("broken");
  });
  await expect(late()).rejects.toBeInstanceOf(RangeError);
});
