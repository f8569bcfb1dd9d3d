import { join } from "node:path";
import { countersOf } from "../compare/counters-against-counting.ts";
import { startFilledDesk, signIn } from "../measure/start-filled-desk.ts";
import { readMaterial } from "../measure/pick-search-terms.ts";
import { ask, figuresOf, type Figures } from "../measure/measure.ts";
import { operationsOn } from "../measure/operations.ts";

/** The cost of one operation on each desk, smallest desk first. */
export type SizeRow = { what: string; figures: Figures[] };
export type Sizes = { tickets: number[]; operations: SizeRow[]; counters: SizeRow[] };

type Desk = Awaited<ReturnType<typeof openOne>>;

/** Reads of a counter in each round: one takes a tenth of the time of an operation. */
const COUNTED_A_ROUND = 5;

/**
 * The same questions to desks of several sizes, turn by turn in one run, so that whatever else the machine does weighs on
 * all of them alike. Each desk is kept in a folder of `parent` named after its size, and filled when it is empty.
 */
export async function measureSizes(
  parent: string,
  sizes: readonly number[],
  rounds: number,
  say: (words: string) => void,
): Promise<Sizes> {
  const desks: Desk[] = [];
  try {
    for (const size of sizes) desks.push(await openOne(join(parent, String(size)), size, say));
    return {
      tickets: desks.map(({ tickets }) => tickets),
      operations: await inTurns(desks, rounds, ({ operations }) => operations),
      counters: await inTurns(desks, rounds * COUNTED_A_ROUND, ({ counters }) => counters),
    };
  } finally {
    for (const { desk } of desks) await desk.end();
  }
}

async function openOne(folder: string, size: number, say: (words: string) => void) {
  const desk = await startFilledDesk(folder, size, say);
  const material = await readMaterial(desk.pool);
  const { token } = await signIn(desk.address);
  const target = {
    name: folder,
    url: ({ path }: { path: string }) => `${desk.address}/api${path}`,
    headers: { authorization: `Bearer ${token}` },
  };
  const operations = (await operationsOn(desk.pool, material)).map((operation) => ({
    what: operation.name,
    run: async () => {
      const { status, body, ms } = await ask(target, operation);
      if (status !== 200 && status !== 201)
        throw new Error(`${operation.name}: ${status} ${body.slice(0, 300)}`);
      return ms;
    },
  }));
  const counters = countersOf(desk.pool, material.company).map(({ what, counted }) => ({
    what,
    run: async () => {
      const began = performance.now();
      await counted();
      return performance.now() - began;
    },
  }));
  return { desk, tickets: material.tickets, operations, counters };
}

type Measured = { what: string; run: () => Promise<number> };

async function inTurns(
  desks: readonly Desk[],
  rounds: number,
  of: (desk: Desk) => readonly Measured[],
): Promise<SizeRow[]> {
  const names = desks[0] ? of(desks[0]).map(({ what }) => what) : [];
  const times = names.map(() => desks.map((): number[] => []));
  // The first rounds are not counted: they warm caches, and PostgreSQL plans a named statement anew five times.
  for (let round = -8; round < rounds; round += 1) {
    for (const operation of names.keys()) {
      for (let turn = 0; turn < desks.length; turn += 1) {
        // Another desk is first in each round.
        const at = (turn + round + 8) % desks.length;
        const desk = desks[at];
        const ms = desk && (await of(desk)[operation]?.run());
        if (round >= 0 && ms !== undefined) times[operation]?.[at]?.push(ms);
      }
    }
  }
  return names.map((what, operation) => ({ what, figures: (times[operation] ?? []).map(figuresOf) }));
}
