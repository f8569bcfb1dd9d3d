import { ask, figuresOf, type Target } from "../measure/measure.ts";
import { operationsOn, type Operation } from "../measure/operations.ts";
import type { Material } from "../measure/pick-search-terms.ts";
import { openBare, signIn, type startFilledDesk } from "../measure/start-filled-desk.ts";
import type { Row } from "../report/report.ts";
import { compareAnswers } from "./compare-answers.ts";

type FilledDesk = Awaited<ReturnType<typeof startFilledDesk>>;

/** Rounds that warm caches and plans and are not counted. */
const WARMING = 5;

type Times = Map<string, { ours: number[]; bare: number[] }>;
type Written = { create: number; comment: number };

/**
 * Times in ms of our API and of the bare handler, asked turn by turn. Throws where one answers otherwise than the other,
 * or where not all that was written is stored.
 */
export async function measureBesideBare(
  desk: FilledDesk,
  material: Material,
  rounds: number,
): Promise<Row[]> {
  const operations = await operationsOn(desk.pool, material);
  const { token, id } = await signIn(desk.address);
  const { poolConfig } = desk;
  const bareServer = await openBare({ poolConfig, operations, detail: material.detail, by: id });
  const targets: [Target, Target] = [
    {
      name: "ours",
      url: ({ path }) => `${desk.address}/api${path}`,
      headers: { authorization: `Bearer ${token}` },
    },
    { name: "bare", url: ({ name }) => `${bareServer.address}/${encodeURIComponent(name)}`, headers: {} },
  ];
  const times: Times = new Map(operations.map(({ name }) => [name, { ours: [], bare: [] }]));
  const written: Written = { create: 0, comment: 0 };
  const before = await countStored(desk, material.detail);
  try {
    for (let round = -WARMING; round < rounds; round += 1) {
      const inTurn = round % 2 === 0 ? targets : targets.toReversed();
      for (const operation of operations)
        await askBoth(inTurn, operation, { written, times: round < 0 ? null : times });
    }
  } finally {
    await bareServer.end();
  }
  refuseLost(written, before, await countStored(desk, material.detail));
  return operations.map(({ name }) => {
    const { ours, bare } = times.get(name) ?? { ours: [], bare: [] };
    const [a, b] = [figuresOf(ours), figuresOf(bare)];
    return { operation: name, ours: a, bare: b, ratio: a.p50 / b.p50, ratioOfMin: a.min / b.min };
  });
}

async function askBoth(
  targets: readonly Target[],
  operation: Operation,
  { written, times }: { written: Written; times: Times | null },
): Promise<void> {
  const answers: Record<string, string> = {};
  for (const target of targets) {
    const { status, body, ms } = await ask(target, operation);
    if (status !== 200 && status !== 201)
      throw new Error(`${target.name} answered ${status} to ${operation.name}: ${body.slice(0, 500)}`);
    answers[target.name] = body;
    if (operation.name === "create" || operation.name === "comment") written[operation.name] += 1;
    times?.get(operation.name)?.[target.name === "ours" ? "ours" : "bare"].push(ms);
  }
  compareAnswers(operation, answers);
}

function refuseLost(written: Written, before: Written, after: Written): void {
  for (const kind of ["create", "comment"] as const)
    if (after[kind] - before[kind] !== written[kind])
      throw new Error(`${written[kind]} times ${kind}, and ${after[kind] - before[kind]} rows stored`);
}

async function countStored({ pool }: FilledDesk, ticket: string): Promise<Written> {
  const { rows } = await pool.query<Written>(
    `select (select sum(n)::int from ticket_totals) as create,
       (select count(*)::int from comments where ticket_id = $1) as comment`,
    [ticket],
  );
  return rows[0] ?? { create: 0, comment: 0 };
}
