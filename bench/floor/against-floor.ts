import { openBare, openSession, type startFilledDesk } from "../measure/start-filled-desk.ts";
import type { FloorRequest } from "./floor-statements.ts";
import { ask, figuresOf, type Figures, type Target } from "../measure/measure.ts";
import type { Operation } from "../measure/operations.ts";
import { askStaffLists } from "./staff-lists.ts";
import type { Material } from "../measure/pick-search-terms.ts";
import { childrenOf, findPostmaster, ranSince, threadsOf } from "../measure/processor-time.ts";
import { roundsOf } from "../measure/turn-by-turn.ts";

/** A request as our API, the check of the session (GET /api/auth/me) and the floor answer it. */
export type FloorRow = { operation: string; ours: Costs; me: Costs; floor: Costs };
/** Milliseconds until the answer, and of the processor in both processes together. */
export type Costs = { wall: Figures; processor: Figures };
type Desk = Awaited<ReturnType<typeof startFilledDesk>>;
type Way = { target: Target; operation: Operation; pids: number[] };

export async function measureAgainstFloor(
  desk: Desk,
  material: Material,
  rounds: number,
): Promise<FloorRow[]> {
  const session = await openSession(desk.address);
  const { headers } = session;
  const staff = await askStaffLists(desk.pool, { ...session, address: desk.address });
  const floor = await openBare({ poolConfig: desk.poolConfig }, "floor/floor.ts");
  const postmaster = await findPostmaster(desk.pool);
  const at = (address: string, pid: number) => (name: string, path: string) => ({
    target: { name: `${name} ${address}`, url: () => `${address}${path}`, headers },
    operation: { name, method: "GET" as const, path, statements: [] },
    pids: [pid],
  });
  const [ours, theirs] = [at(desk.address, desk.pid), at(floor.address, floor.pid)];
  try {
    const rows: FloorRow[] = [];
    for (const { name, path, value, shown = readTickets } of [...requestsOn(material), ...staff.requests]) {
      const query = value === undefined ? "" : `?value=${encodeURIComponent(value)}`;
      const ways = {
        ours: ours(name, `/api${path}`),
        me: ours("me", "/api/auth/me"),
        floor: theirs(name, `/${encodeURIComponent(name)}${query}`),
      };
      await expectSame(ways, shown);
      rows.push({ operation: name, ...(await inTurns(ways, postmaster, rounds)) });
    }
    return rows;
  } finally {
    session.end();
    await staff.undo();
    await floor.end();
  }
}

function requestsOn({ frequent, rare, detail }: Material): FloorRequest[] {
  const list = "/tickets?per_page=25";
  const search = (word: string) => ({ path: `${list}&search=${word}`, value: `'${word}':*` });
  return [
    { name: "list", path: list },
    { name: "list, status", path: `${list}&status=open`, value: "open" },
    { name: "list, by subject", path: `${list}&sort=subject` },
    { name: "search, rare word", ...search(rare) },
    { name: "search, missing word", ...search("xqzwv") },
    { name: "search, common word", ...search(frequent[0] ?? "") },
    { name: "detail", path: `/tickets/${detail}`, value: detail },
  ];
}

async function inTurns(
  ways: Record<"ours" | "me" | "floor", Way>,
  postmaster: number,
  rounds: number,
): Promise<Omit<FloorRow, "operation">> {
  const seen = { ours: emptyTimes(), me: emptyTimes(), floor: emptyTimes() };
  const names = ["ours", "me", "floor"] as const;
  for (const round of roundsOf(rounds))
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const { target, operation, pids } = ways[name];
      const threads = threadsOf([...pids, ...childrenOf(postmaster)]);
      const { status, body, ms } = await ask(target, operation);
      if (status !== 200) throw new Error(`${target.name}: ${status} ${body.slice(0, 300)}`);
      const processor = ranSince(threads);
      if (round < 0) continue;
      seen[name].wall.push(ms);
      seen[name].processor.push(processor);
    }
  const costs = ({ wall, processor }: ReturnType<typeof emptyTimes>): Costs => ({
    wall: figuresOf(wall),
    processor: figuresOf(processor),
  });
  return { ours: costs(seen.ours), me: costs(seen.me), floor: costs(seen.floor) };
}

const emptyTimes = (): { wall: number[]; processor: number[] } => ({ wall: [], processor: [] });

/** A floor that answers something else would prove nothing. */
async function expectSame(
  { ours, floor }: { ours: Way; floor: Way },
  shown: (body: string) => unknown,
): Promise<void> {
  const read = async ({ target, operation }: Way) =>
    JSON.stringify(shown((await ask(target, operation)).body));
  const [a, b] = [await read(ours), await read(floor)];
  if (a !== b) throw new Error(`${ours.operation.name}: ours and the floor differ: ${a} and ${b}`);
}

type Shown = { id: string | null; tags?: string[]; checklist?: object | null; has_draft?: boolean };

/** The tickets of an answer, with what is looked up for each: a floor that leaves it out would not answer the same. */
function readTickets(body: string): unknown {
  const read: Shown & { items?: Shown[] } = JSON.parse(body);
  return (read.items ?? [read])
    .filter(({ id }) => id !== null)
    .map(({ id, tags, checklist, has_draft }) => [id, tags, checklist, has_draft])
    .slice(0, 25);
}
