import { performance } from "node:perf_hooks";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { publishDue } from "#server/comments/scheduled/publish-due.ts";
import { makeWorld, type World } from "../../test/support/app/app-with-people.ts";
import { watchStatements } from "../../test/support/database/watch-statements.ts";

const REPORTERS = 200;
/** Beside one for each ticket. */
const STATEMENTS_AROUND = 60;
let world: World;
let incident: string;
let ids: string[];

beforeAll(async () => {
  world = await makeWorld();
  incident = (await world.as("idris").post("/tickets", { subject: "Outage", issue: "It is so." })).body.ticket
    .id;
  const { rows } = await sql<{ id: string }>`
    with made as (
      insert into tickets (number, uid, status, priority, subject, issue, client_id, company_id, created_by, created, updated, source)
      select 900000 + n, 'X-' || n, 'open', 'normal', 'No phone ' || n, 'Dead.', u.id, u.company_id, u.id,
        t.created, t.created, t.source
      from generate_series(1, ${REPORTERS}::int) n, tickets t, users u
      where t.id = ${incident} and u.id = ${world.idOf("tomas")} returning id, number),
    words as (insert into ticket_words (ticket_id, public_words, staff_words)
      select id, 'phone'::tsvector, 'phone'::tsvector from made)
    select id from made`.execute(world.db);
  ids = rows.map(({ id }) => id);
  expect((await world.as("idris").post(`/tickets/${incident}/reporters`, { ticket_ids: ids })).status).toBe(
    200,
  );
});
afterAll(() => world.end());

const answer = (more: object = {}) =>
  world.as("idris").post(`/tickets/${incident}/answer-all`, {
    comment: "Hello {{client.first_name|there}}, {{ticket.uid}} is over.",
    child_ids: ids,
    ...more,
  });
const answered = async () =>
  Number(
    (
      await sql<{
        n: number;
      }>`select count(*) as n from comments where ticket_id = any(${ids}::uuid[])`.execute(world.db)
    ).rows[0]?.n,
  );

it("an answer to two hundred reporters takes one statement a ticket, at once and after a moment", async () => {
  let statements = 0;
  const stop = watchStatements(() => (statements += 1));
  const began = performance.now();
  const { status, body } = await answer();
  const took = performance.now() - began;
  const atOnce = statements;
  expect([status, body.reached.length, body.left_out]).toEqual([200, REPORTERS, []]);
  expect(await answered()).toBe(REPORTERS);
  await answer({ hold_seconds: 5 });
  world.pass(60_000);
  statements = 0;
  const due = performance.now();
  expect(await publishDue(world.app)).toBe(1);
  const went = performance.now() - due;
  stop();
  expect(await answered()).toBe(2 * REPORTERS);
  // oxlint-disable-next-line no-console -- the figures that the run is for
  console.log(
    `${REPORTERS} reporters: ${Math.round(took)} ms at once, ${Math.round(went)} ms after a moment; ${atOnce} and ${statements} statements`,
  );
  expect(Math.max(atOnce, statements)).toBeLessThan(REPORTERS + STATEMENTS_AROUND);
});
