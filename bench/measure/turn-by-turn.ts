import { ask, figuresOf, type Target } from "./measure.ts";
import type { Operation } from "./operations.ts";

export type Way = { name: string; target: Target; next: (round: number) => Operation };

/**
 * Rounds that are not counted: they warm caches and plans, and until then the engine compiles. A request takes half of its first
 * processor time after some 8,000 of its kind, a bare handler after a few hundred: a desk runs for weeks.
 */
const WARMING = 6000;
/** Milliseconds after which what takes long is warm enough. */
const LONGEST_WARMING = 30_000;

/** The numbers of rounds: those that warm up are below 0. */
export function* roundsOf(rounds: number): Generator<number> {
  const warm = performance.now() + LONGEST_WARMING;
  for (let round = -WARMING; round < 0 && performance.now() < warm; round += 1) yield round;
  for (let round = 0; round < rounds; round += 1) yield round;
}

/** Asks two ways turn by turn, and says what each took and their ratio. */
export async function compare(say: (words: string) => void, rounds: number, ways: [Way, Way]): Promise<void> {
  const times = new Map(ways.map(({ name }) => [name, [] as number[]]));
  for (const round of roundsOf(rounds)) {
    for (const { name, target, next } of ways) {
      const { status, body, ms } = await ask(target, next(round + WARMING));
      if (status !== 200) throw new Error(`${name}: ${status} ${body.slice(0, 300)}`);
      if (round >= 0) times.get(name)?.push(ms);
    }
  }
  const [first, second] = ways.map(({ name }) => figuresOf(times.get(name) ?? []));
  if (!first || !second) return;
  const [a, b] = ways;
  say(
    `${a.name}: p50 ${first.p50} ms, ${b.name} ${second.p50} ms, ratio ${(first.p50 / second.p50).toFixed(2)}`,
  );
}

export const post = (path: string, body: object): Operation => ({
  name: path,
  method: "POST",
  path,
  body,
  statements: [],
});
export const patch = (path: string, body: object): Operation => ({ ...post(path, body), method: "PATCH" });
export const put = (path: string, body: object): Operation => ({ ...post(path, body), method: "PUT" });
export const get = (path: string): Operation => ({ name: path, method: "GET", path, statements: [] });
