import { hashPassword } from "#server/lib/crypto/password-hash.ts";
import { PASSWORD } from "../../load/person-with-password.ts";
import { setTimeout as pause } from "node:timers/promises";
import { drawRequest } from "../../fuzz/draw-request.ts";
import { listOperations, type Operation } from "../../fuzz/list-operations.ts";
import { type FuzzAnswer, type FuzzRequest, openSender } from "../../fuzz/send-request.ts";
import { makeThrowawayDesk } from "../../fuzz/throwaway-desk.ts";
import { makePlace } from "../../../test/support/database/data-directory-and-database.ts";
import { runApp } from "../../../test/support/processes/spawn-app.ts";
import type { Outcome, Scenario, Settings } from "../../scenario.ts";

export const fuzz: Scenario = {
  name: "fuzz",
  rule: 526,
  words: "hostile values in every place of every operation never make the server fail, cut off or hang",
  rounds: { small: 4000, full: 2_000_000 },
  run,
};

const AT_ONCE = 24;
/** Requests after which callers and objects are made anew, since requests delete and change them. */
const BATCH = 2000;
/** Slow operations come once in so many turns. */
const SLOW_TURN = 5;

async function run(settings: Settings): Promise<Outcome> {
  const place = await makePlace(settings, "fuzz");
  const app = await runApp({ ...place.env, TRUSTED_PROXIES: "127.0.0.1" });
  const sender = openSender(app.port, AT_ONCE);
  const seen = openRecord();
  const began = performance.now();
  try {
    const operations = listOperations();
    const secret = await hashPassword(PASSWORD);
    for (let done = 0; done < settings.rounds; done += BATCH) {
      const desk = await makeThrowawayDesk(place.connection(), secret);
      const count = Math.min(BATCH, settings.rounds - done);
      const waiting = Array.from({ length: count }, (_, index) =>
        drawRequest(settings.dice, chooseOperation(settings, operations, done + index), desk),
      ).values();
      await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          for (const asked of waiting) seen.add(asked, await askPatiently(sender, asked));
        }),
      );
      settings.say(`${seen.facts().requests} requests`);
    }
    if (app.child.exitCode !== null) seen.anomalies.push(`the app ended with ${app.child.exitCode}`);
  } finally {
    sender.close();
    await app.end();
    await place.drop();
  }
  const seconds = (performance.now() - began) / 1000;
  const missed = listOperations().filter(({ name }) => !seen.names.has(name));
  const anomalies = [...seen.anomalies, ...missed.map(({ name }) => `${name} was never asked`)];
  const facts = { ...seen.facts(), "a second": Math.round(settings.rounds / seconds) };
  return { rounds: settings.rounds, acknowledged: seen.accepted(), lost: 0, anomalies, metrics: facts };
}

/** Each in its turn, so that none is left out; the slow ones in few of theirs. */
function chooseOperation({ dice }: Settings, operations: Operation[], turn: number): Operation {
  const next = operations[turn % operations.length] ?? dice.pick(operations);
  const isSkipped = next.isSlow && Math.floor(turn / operations.length) % SLOW_TURN > 0;
  return isSkipped ? dice.pick(operations.filter(({ isSlow }) => !isSlow)) : next;
}

type Sender = ReturnType<typeof openSender>;

/** The desk may be too busy for a while, and a kept connection may end just as it is used: both are tried again. */
async function askPatiently(sender: Sender, asked: FuzzRequest): Promise<FuzzAnswer> {
  for (let visit = 1; ; visit += 1) {
    const answer = await sender.send(asked);
    if ((answer !== 503 && answer !== "refused") || visit === 10) return answer;
    await pause(answer === 503 ? 500 : 20);
  }
}

/** Counts answers, and describes each kind of failure once. */
function openRecord() {
  const statuses = new Map<FuzzAnswer, number>();
  const names = new Set<string>();
  const accepted = new Set<string>();
  const failures = new Set<string>();
  const count = (test: (answer: FuzzAnswer) => boolean) =>
    [...statuses].reduce((sum, [answer, times]) => sum + (test(answer) ? times : 0), 0);
  const anomalies: string[] = [];
  return {
    names,
    anomalies,
    add({ label, path, body }: FuzzRequest, answer: FuzzAnswer) {
      statuses.set(answer, (statuses.get(answer) ?? 0) + 1);
      const { name, kind } = splitLabel(label);
      names.add(name);
      if (typeof answer === "number" && answer < 400) accepted.add(name);
      if (!isFailure(answer) || failures.has(`${answer} ${kind}`)) return;
      failures.add(`${answer} ${kind}`);
      anomalies.push(
        `${answer} ${label} at ${path.slice(0, 200)} with ${body?.toString().slice(0, 300) ?? "no body"}`,
      );
    },
    accepted: () => count((answer) => typeof answer === "number" && answer >= 200 && answer < 300),
    facts: () => ({
      requests: count(() => true),
      operations: names.size,
      "operations that accepted some": accepted.size,
      "answered 4xx": count((answer) => typeof answer === "number" && answer >= 400 && answer < 500),
      "answered 429": count((answer) => answer === 429),
      "5xx": count((answer) => typeof answer === "number" && isFailure(answer)),
      "too busy": count((answer) => answer === 503 || answer === 507),
      broken: count((answer) => answer === "broken"),
      hung: count((answer) => answer === "hung"),
      refused: count((answer) => answer === "refused"),
    }),
  };
}

/** 503 and 507 say that the desk has too much to do or no room, which is no fault of the request. */
function isFailure(answer: FuzzAnswer): boolean {
  if (typeof answer !== "number") return true;
  return answer >= 500 && answer !== 503 && answer !== 507;
}

function splitLabel(label: string): { name: string; kind: string } {
  const [, name = label, rest = ""] = /^(\S+ \S+) \(\w+\): (.*)$/.exec(label) ?? [];
  return { name, kind: `${name} ${rest}` };
}
