import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { endSession, startSession, type User } from "../api/session-state.ts";
import { startData } from "./lazy-page.ts";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", { setTimeout });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  startSession({ id: "maren" } as User, "token");
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Whether the page before still stands. */
function open(fetchData: () => Promise<unknown> | undefined) {
  const page = { isWaiting: true };
  void startData(fetchData).then(() => (page.isWaiting = false));
  return page;
}
const settle = () => vi.advanceTimersByTimeAsync(0);

test("for nobody who is not signed in are data asked for", async () => {
  endSession();
  const fetchData = vi.fn(async () => undefined);
  const page = open(fetchData);
  await settle();
  expect([page.isWaiting, fetchData.mock.calls.length]).toEqual([false, 0]);
});

test("a page whose code is not here yet waits for no data", async () => {
  const page = open(() => undefined);
  await settle();
  expect(page.isWaiting).toBe(false);
});

test("a page waits for data that are quick, and 80 ms for those that are not", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const [quick, slow] = [open(() => promise), open(() => new Promise(() => undefined))];
  await vi.advanceTimersByTimeAsync(79);
  expect([quick.isWaiting, slow.isWaiting]).toEqual([true, true]);
  resolve();
  await settle();
  expect([quick.isWaiting, slow.isWaiting]).toEqual([false, true]);
  await vi.advanceTimersByTimeAsync(1);
  expect(slow.isWaiting).toBe(false);
});

test("data that fail leave it to the page to say so", async () => {
  const page = open(() => Promise.reject(new Error("away")));
  await settle();
  expect(page.isWaiting).toBe(false);
});

test("a list that stays while its filters change asks by itself", async () => {
  const fetchData = vi.fn(async () => undefined);
  await startData(fetchData, "stay");
  expect(fetchData).not.toHaveBeenCalled();
});
