import { expect, test } from "vitest";
import { ApiError } from "./api-error.ts";
import { queryClient, retryDelay, upTo } from "./query-client.ts";

test("data stays fresh for five minutes and is not asked for again on focus", () => {
  expect(queryClient.getDefaultOptions().queries).toMatchObject({
    staleTime: 300_000,
    gcTime: 300_000,
    refetchOnWindowFocus: false,
  });
});

test("only what may pass by itself is retried, three times by default", () => {
  const retry = upTo(3);
  const busy = new ApiError("busy", { status: 503 });
  expect([0, 1, 2, 3].map((failures) => retry(failures, busy))).toEqual([true, true, true, false]);
  expect(retry(0, new ApiError("no answer"))).toBe(true);
  expect(retry(0, new ApiError("not found", { status: 404 }))).toBe(false);
  expect(retry(0, new Error("a bug"))).toBe(false);
});

test("the pause doubles from one second and stops at thirty", () => {
  expect([0, 1, 2, 4, 5, 9].map(retryDelay)).toEqual([1000, 2000, 4000, 16_000, 30_000, 30_000]);
});
