import { LIMITS } from "#contract/limits.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as fc from "../../../test/support/property-seed.ts";
import { makeWorld, type World } from "../../../test/support/app/app-with-people.ts";

let world: World;
/** More than are counted one by one for external users. */
const MANY = 2500;

beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());

const Ticket = fc.record({
  company: fc.constantFrom("kestrel", "aster", null),
  client: fc.constantFrom("priya", "tomas", "jonas"),
  follows: fc.boolean(),
  confidential: fc.boolean(),
  deleted: fc.boolean(),
  assigned: fc.boolean(),
  status: fc.constantFrom("open", "pending", "closed"),
  priority: fc.constantFrom("normal", "urgent"),
});
type Ticket = typeof Ticket extends fc.Arbitrary<infer T> ? T : never;

const QUERIES: [query: Record<string, string>, matches: (ticket: Ticket) => boolean][] = [
  [{}, () => true],
  [{ priority: "urgent" }, ({ priority }) => priority === "urgent"],
  [{ status: "open" }, ({ status }) => status === "open"],
  [{ unassigned: "true" }, ({ assigned, status }) => !assigned && status !== "closed"],
  [{ assignee_id: "none", status: "closed" }, ({ assigned, status }) => !assigned && status === "closed"],
];

/** Rules 52 and 440 for the client admin of Kestrel. */
function sees({ company, client, follows, confidential, deleted }: Ticket): boolean {
  return !deleted && (client === "priya" || follows || (company === "kestrel" && !confidential));
}

describe("the totals of a client admin", () => {
  it("are exact, whatever is confidential, followed, elsewhere or in the trash", async () => {
    const all: Ticket[] = [];
    await fc.assert(
      fc.asyncProperty(fc.array(Ticket, { minLength: 1, maxLength: 12 }), async (drawn) => {
        for (const ticket of drawn) await insert(ticket);
        all.push(...drawn);
        for (const [query, matches] of QUERIES) {
          const { meta } = (await world.as("priya").get("/tickets", query)).body;
          const total = all.filter((ticket) => sees(ticket) && matches(ticket)).length;
          expect({ query, total: meta.total, isCapped: meta.total_is_capped }).toEqual({
            query,
            total,
            isCapped: false,
          });
        }
      }),
      { numRuns: 10 },
    );
  });

  it("follow a ticket that becomes confidential, is followed, and moves to another company", async () => {
    const total = async () => (await world.as("priya").get("/tickets", {})).body.meta.total;
    const before = await total();
    const id = await insert({ ...PLAIN, company: "kestrel" });
    expect(await total()).toBe(before + 1);
    await world.pool.query("update tickets set confidential = true where id = $1", [id]);
    expect(await total()).toBe(before);
    await follow(id);
    expect(await total()).toBe(before + 1);
    await world.pool.query("update tickets set company_id = $2, confidential = false where id = $1", [
      id,
      world.companies.aster,
    ]);
    expect(await total()).toBe(before + 1);
    await world.pool.query("delete from participants where ticket_id = $1", [id]);
    expect(await total()).toBe(before);
  });

  it("are exact beyond what is counted one by one", async () => {
    const { meta: before } = (await world.as("priya").get("/tickets", {})).body;
    await world.pool.query(
      `insert into tickets (number, uid, subject, issue, status, priority, client_id, company_id, created_by,
         created, updated)
       select 500000 + n, 'WP-' || (500000 + n), 'x', 'x', 'open', 'normal', $1, $2, $1, now(), now() from generate_series(1, ${MANY}) as n`,
      [world.idOf("tomas"), world.companies.kestrel],
    );
    const { meta } = (await world.as("priya").get("/tickets", {})).body;
    expect(meta).toMatchObject({ total: before.total + MANY, total_is_capped: false });
    expect(meta.counts.open).toBe((before.counts.open ?? 0) + MANY);
    // Those of one person are counted one by one, and say where they end.
    const own = (await world.as("tomas").get("/tickets", {})).body.meta;
    expect(own).toMatchObject({ total_is_capped: true, counts: { open: LIMITS.countedForClients } });
  });
});

const PLAIN: Ticket = {
  company: null,
  client: "tomas",
  follows: false,
  confidential: false,
  deleted: false,
  assigned: false,
  status: "open",
  priority: "normal",
};

let number = 400_000;

async function insert(ticket: Ticket): Promise<string> {
  number += 1;
  const { rows } = await world.pool.query<{ id: string }>(
    `insert into tickets (number, uid, subject, issue, status, priority, client_id, company_id, created_by, confidential,
       deleted_at, assignee_id, closed, created, updated)
     values ($1::bigint, 'WP-' || $1::bigint, 'x', 'x', $2, $3, $4, $5, $4, $6, $7, $8, case when $2 = 'closed' then now() end, now(), now()) returning id`,
    [
      number,
      ticket.status,
      ticket.priority,
      world.idOf(ticket.client),
      ticket.company && world.companies[ticket.company],
      ticket.confidential,
      ticket.deleted ? new Date() : null,
      ticket.assigned ? world.idOf("idris") : null,
    ],
  );
  const id = rows[0]?.id ?? "";
  if (ticket.follows) await follow(id);
  return id;
}

async function follow(id: string): Promise<void> {
  await world.pool.query(
    "insert into participants (ticket_id, user_id, added_by, added_at) values ($1, $2, $3, now())",
    [id, world.idOf("priya"), world.idOf("idris")],
  );
}
