import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LIMITS } from "#contract/limits.ts";
import { makeWorld, type World } from "./support/app/app-with-people.ts";

/** Ms that nobody may keep the others waiting. */
const LONGEST = 100;
const ROWS = 20_000;
const ENTRIES = 5000;

let world: World;
beforeAll(async () => {
  world = await makeWorld();
  await fill();
}, 120_000);
afterAll(() => world.end());

/** Rows enough for long answers; what triggers keep beside them is not asked for here. */
async function fill() {
  const [client, company] = [world.idOf("tomas"), world.companies.kestrel];
  await world.db.connection().execute(async (db) => {
    await sql`set statement_timeout = 0`.execute(db);
    await sql`set session_replication_role = replica`.execute(db);
    await sql`insert into tickets (number, uid, subject, issue, status, priority, client_id, company_id, created_by, created, updated)
      select n, 'WP-' || n, 'Printer ' || n, 'It stays dark.', 'open', 'normal', ${client}, ${company}, ${client},
        ${world.clock.now()}, ${world.clock.now()} from generate_series(1000000, 1000000 + ${ROWS}::int) n`.execute(
      db,
    );
    await sql`set session_replication_role = default`.execute(db);
    // Each row of a transaction is locked by what guards the log, so not all of them at once.
    for (let done = 0; done < ENTRIES; done += 500)
      await sql`insert into history (id, entity, entity_id, kind, occurred_at, principal_id, audience, after)
        select gen_random_uuid(), 'ticket', t.id, 'ticket.created', t.created, ${client}, 'public', jsonb_build_object('subject', t.subject)
        from tickets t order by number offset ${done} limit 500`.execute(db);
    await sql`reset statement_timeout`.execute(db);
    await sql`analyze tickets, history`.execute(db);
  });
}

/**
 * The longest time in ms for which this thread worked without letting anybody else be answered: its own time, since
 * other work on the machine is not its fault. Garbage collection and compiling add to it: the best of three.
 */
async function longestHold(work: () => Promise<unknown>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < 3 && least > LONGEST; turn += 1) {
    let last = process.threadCpuUsage();
    let longest = 0;
    const look = () => {
      const { user, system } = process.threadCpuUsage(last);
      last = process.threadCpuUsage();
      longest = Math.max(longest, (user + system) / 1000);
    };
    const loop = setInterval(look, 5);
    await work();
    clearInterval(loop);
    look();
    least = Math.min(least, longest);
  }
  return least;
}

test("the export of twenty thousand tickets keeps nobody waiting", async () => {
  const hold = await longestHold(async () => {
    const { status, text } = await world.as("maren").get("/tickets/export");
    expect(status).toBe(200);
    expect(text.split("\n").length).toBeGreaterThan(ROWS);
  });
  expect(hold).toBeLessThan(LONGEST);
}, 60_000);

test("nor does the export of a long audit log", async () => {
  const hold = await longestHold(async () => {
    const { status, text } = await world.as("maren").get("/audit/export");
    expect(status).toBe(200);
    expect(text.split("\n").length).toBeGreaterThan(ENTRIES);
  });
  expect(hold).toBeLessThan(LONGEST);
}, 60_000);

test("nor do the longest texts that a ticket and a comment take, with every trick of Markdown, nor a page of such", async () => {
  const tricks = ["**a", "[x](", "> ", "`", "* ", "| a ", "![", "<b>", "ä́", "word-of-parts/and.dots "];
  const as = world.as("idris");
  const hold = await longestHold(async () => {
    for (const trick of tricks) {
      const text = trick.repeat(Math.floor(LIMITS.issue / trick.length));
      const { status, body } = await as.post("/tickets", { subject: "Long", issue: text });
      expect(status).toBe(201);
      expect((await as.post(`/tickets/${body.ticket.id}/comments`, { comment: text })).status).toBe(201);
      expect((await as.get(`/tickets/${body.ticket.id}`)).status).toBe(200);
    }
    expect((await as.get("/tickets", { per_page: String(LIMITS.pageMaximum) })).status).toBe(200);
  });
  expect(hold).toBeLessThan(LONGEST);
}, 60_000);

test("nor does a body of a megabyte that no form would send", async () => {
  const body = { subject: "Long", issue: "x".repeat(LIMITS.jsonBytes - 200) };
  const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
  const hold = await longestHold(async () => {
    expect((await world.as("idris").post("/tickets", body)).status).toBe(422);
    expect((await world.as("idris").post("/tickets", { subject: deep, issue: deep })).status).toBe(422);
    await world.as("idris").get("/tickets", { search: "word ".repeat(1000) });
  });
  expect(hold).toBeLessThan(LONGEST);
}, 60_000);
