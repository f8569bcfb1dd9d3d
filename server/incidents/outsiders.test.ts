import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeWorld, type Name, type World } from "../../test/support/app/app-with-people.ts";
import { asGuest, everythingIn } from "../../test/support/app/as-external-user.ts";

let world: World;
let incident: { id: string; uid: string };
let own: { id: string; uid: string };
let foreign: { id: string; uid: string };
let answer: string;
beforeAll(async () => {
  world = await makeWorld();
  incident = await raise("idris", "Carrier is down");
  own = await raise("tomas", "No phone");
  foreign = await raise("helena", "Phones are dead");
  const idris = world.as("idris");
  const child_ids = [own.id, foreign.id];
  await idris.post(`/tickets/${incident.id}/reporters`, { ticket_ids: child_ids });
  const sent = { comment: "The line is back.", child_ids };
  const { body } = await idris.post(`/tickets/${incident.id}/answer-all`, sent);
  answer = body.group_id;
  const held = await idris.post(`/tickets/${incident.id}/answer-all`, { ...sent, hold_seconds: 60 });
  expect([body.reached.length, held.status]).toEqual([2, 200]);
});
afterAll(() => world.end());

async function raise(by: Name, subject: string): Promise<{ id: string; uid: string }> {
  return (await world.as(by).post("/tickets", { subject, issue: "It is so." })).body.ticket;
}

/** SQL in the external users' role, with no condition of ours in the way. */
const attack = (statement: ReturnType<typeof sql>, name: Name = "priya") =>
  asGuest(world, name, async (tx) => statement.execute(tx));

describe("an outsider who speaks SQL", () => {
  it.each([
    ["reads which tickets belong together", () => sql`select * from ticket_links`],
    ["makes a ticket belong to an incident", () => linkOf(own.id, incident.id)],
    ["takes a ticket out", () => sql`delete from ticket_links where from_ticket_id = ${own.id}`],
    ["turns a link elsewhere", () => sql`update ticket_links set to_ticket_id = ${own.id}`],
    ["asks for the incident of an own ticket", () => sql`select incident_of(${own.id}::uuid)`],
    ["asks for the tickets of an incident", () => sql`select * from incident_children(${incident.id}::uuid)`],
    ["reads which answer went to all", () => sql`select broadcast_id from comments`],
    ["searches by it", () => sql`select id from comments where broadcast_id = ${answer}::uuid`],
    ["forges it", () => sql`update comments set broadcast_id = null`],
    ["reads an answer that waits", () => sql`select broadcast from scheduled_comments`],
    ["changes to whom it goes", () => sql`update scheduled_comments set broadcast = '{}'`],
  ])("never %s", async (_, statement) => {
    for (const name of ["priya", "tomas"] as const)
      await expect(attack(statement(), name)).rejects.toThrow(/permission denied/);
  });

  it("finds the incident, its note, and the others' answers in no table that they read", async () => {
    for (const table of ["tickets", "comments", "history", "public_comments", "attachments", "ticket_words"])
      for (const [name, others] of [
        ["priya", foreign],
        ["helena", own],
      ] as const) {
        const seen = await everythingIn(world, table, name);
        for (const secret of [incident.id, incident.uid, "Carrier", "reporters answered", others.id])
          expect([table, name, secret, seen.includes(secret)]).toEqual([table, name, secret, false]);
      }
  });

  it("still reads the answer on the own ticket", async () => {
    expect(await everythingIn(world, "comments", "tomas")).toContain("The line is back.");
  });
});

const linkOf = (from: string, to: string) =>
  sql`insert into ticket_links (id, from_ticket_id, to_ticket_id, kind, created_at)
    values (gen_random_uuid(), ${from}::uuid, ${to}::uuid, 'child', now())`;
