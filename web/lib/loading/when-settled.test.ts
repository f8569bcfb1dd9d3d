import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ticketKeys } from "#contract/query-keys.ts";
import { queryClient } from "../api/query-client.ts";
import { whenSettled } from "./when-settled.ts";

/** What waits for the browser to rest. */
let waiting: (() => void)[] = [];
const rest = () => waiting.splice(0).forEach((act) => act());

beforeEach(() => {
  waiting = [];
  vi.stubGlobal("window", {
    requestIdleCallback: (act: () => void) => waiting.push(act),
    cancelIdleCallback: () => (waiting = []),
  });
});
afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

/** Something that is asked for, and is here as soon as `answer` is called. */
function ask() {
  const { promise, resolve } = Promise.withResolvers<string>();
  const asked = queryClient.fetchQuery({ queryKey: ticketKeys.recent(), queryFn: () => promise });
  return { asked, answer: () => resolve("here") };
}

test("what is fetched ahead is fetched as soon as the browser rests", () => {
  const act = vi.fn();
  whenSettled(act);
  expect(act).not.toHaveBeenCalled();
  rest();
  expect(act).toHaveBeenCalledOnce();
});

test("while the page waits for an answer, a browser that rests fetches nothing ahead", async () => {
  const { asked, answer } = ask();
  const act = vi.fn();
  whenSettled(act);
  rest();
  expect(act).not.toHaveBeenCalled();
  answer();
  await asked;
  rest();
  expect(act).toHaveBeenCalledOnce();
});

test("what was called off is not fetched, whatever it waited for", async () => {
  const act = vi.fn();
  whenSettled(act)();
  rest();
  const { asked, answer } = ask();
  const callOff = whenSettled(act);
  rest();
  callOff();
  answer();
  await asked;
  rest();
  expect(act).not.toHaveBeenCalled();
});
