import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { pruneFiles } from "#server/uploads/prune.ts";
import { emptyTrash } from "#server/trash/empty-trash.ts";
import { insertIncoming } from "../../test/support/incoming/insert-incoming.ts";
import { makeWorld, type World } from "../../test/support/app/app-with-people.ts";
import { tablesHolding } from "../../test/support/database/tables-holding.ts";
import { pruneIncoming } from "./prune.ts";

const DAY = 24 * 3_600_000;
const RAW = "From: sofia@outside.test\r\n\r\nAn original.";
let world: World;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "waypost-kept-"));
  world = await makeWorld({ DATA_DIR: folder });
});
afterAll(async () => {
  await world.end();
  await rm(folder, { recursive: true, force: true });
});
afterEach(() => world.pool.query("delete from incoming_mails"));

const daysAgo = (days: number) => new Date(world.clock.now().getTime() - days * DAY);
const left = async () =>
  await world.db.selectFrom("incoming_mails").selectAll().orderBy("position").execute();
const stored = async () =>
  (await readdir(join(folder, "files"), { recursive: true, withFileTypes: true })).filter((each) =>
    each.isFile(),
  );
/** What the settings say beforehand of the next night. */
const preview = async (query: Record<string, string> = {}) =>
  (await world.as("maren").call("GET", "/settings/retention", { query })).body;
const raise = async () =>
  (await world.as("tomas").post("/tickets", { subject: "Screen", issue: "Flickers." })).body.ticket.id;

describe("mail that came in", () => {
  it("goes 30 days after it was ignored or found to be spam, and 90 after it failed", async () => {
    for (const [state, days] of [
      ["spam", 31],
      ["ignored", 31],
      ["failed", 91],
    ] as const) {
      await insertIncoming(world, { state, reason: "spam", received_at: daysAgo(days) });
      await insertIncoming(world, {
        state,
        reason: "spam",
        received_at: daysAgo(days - 2),
        subject: "Stays",
      });
    }
    const late = { state: "ignored" as const, received_at: daysAgo(80), decided_at: daysAgo(3) };
    await insertIncoming(world, { ...late, subject: "Stays" });
    expect((await preview()).incoming_mails).toEqual({ count: 3, is_capped: false });
    expect(await pruneIncoming(world.app)).toBe(3);
    expect((await preview()).incoming_mails.count).toBe(0);
    expect((await left()).map(({ subject }) => subject)).toEqual(Array.from({ length: 4 }, () => "Stays"));
  });

  it("that nobody decided on is ignored after 90 days, and can be brought back for 30 more", async () => {
    const old = await insertIncoming(world, { received_at: daysAgo(91), reason: "too_many" });
    await insertIncoming(world, { received_at: daysAgo(89) });
    expect(await pruneIncoming(world.app)).toBe(1);
    expect((await left()).map(({ state, reason }) => [state, reason])).toEqual([
      ["ignored", "nobody_decided"],
      ["held", "unknown_sender"],
    ]);
    const restored = await world.as("lena").post(`/incoming/${old}/restore`);
    expect([restored.status, restored.body.reason]).toEqual([200, "too_many"]);
  });

  it("keeps its words on the ticket when the time of the original has passed, as the setting says", async () => {
    const ticket_id = await raise();
    const done = { state: "done" as const, reason: null, ticket_id, raw: RAW };
    await insertIncoming(world, { ...done, received_at: daysAgo(366) });
    await insertIncoming(world, { ...done, received_at: daysAgo(364) });
    await insertIncoming(world, { received_at: daysAgo(80), raw: `${RAW} Held.` });
    expect((await preview({ mail_keep_originals_days: "365" })).originals.count).toBe(1);
    expect((await preview({ mail_keep_originals_days: "30" })).originals.count).toBe(2);
    expect((await preview()).originals.count).toBe(0);
    expect(await pruneIncoming(world.app)).toBe(1);
    expect((await left()).map(({ raw_hash }) => raw_hash !== null)).toEqual([false, true, true]);
    await world.as("maren").patch("/settings", { mail_keep_originals_days: 30 });
    expect(await pruneIncoming(world.app)).toBe(1);
    expect(await stored()).toHaveLength(2);
    await pruneFiles(world.app);
    expect(await stored()).toHaveLength(1);
    await world.as("maren").patch("/settings", { mail_keep_originals_days: null });
    await world.pool.query("update incoming_mails set state = 'done', received_at = '2001-01-01'");
    expect(await pruneIncoming(world.app)).toBe(0);
  });

  it("goes with an erased ticket, but for what still waits for a person", async () => {
    const word = "Quokkaticket";
    const ticket_id = await raise();
    await insertIncoming(world, {
      state: "done",
      reason: null,
      ticket_id,
      words: word,
      raw: `${RAW} ${word}`,
    });
    const held = await insertIncoming(world, { ticket_id });
    await world.as("maren").delete(`/tickets/${ticket_id}`);
    world.pass(31 * DAY);
    await emptyTrash(world.app);
    await pruneFiles(world.app);
    expect(await tablesHolding(world.pool, word)).toEqual([]);
    expect((await left()).map(({ id, ticket_id: on }) => [id, on])).toEqual([[held, null]]);
  });

  it("goes with an erased person, with their addresses, and of their mails on tickets all but the words there", async () => {
    const word = "Quokkaperson";
    const maren = world.as("maren");
    const made = await maren.post("/users", {
      email: `${word}@kestrel.test`,
      fullname: `Ada ${word}`,
      password: "a long pass phrase",
      user_type: "external",
      company_id: world.companies.kestrel,
    });
    const { id } = made.body;
    const further = `${word.toLowerCase()}@home.test`;
    await maren.post(`/users/${id}/addresses`, { address: further });
    const from = { from_address: further, from_name: `Ada ${word}`, subject: `${word} asks` };
    const ticket_id = await raise();
    const kept = await insertIncoming(world, {
      ...from,
      user_id: id,
      state: "done",
      reason: null,
      ticket_id,
      words: null,
      quoted: `> ${word}`,
      recipients: JSON.stringify({ to: [{ name: word, address: further }], cc: [] }),
      raw: `${RAW} ${word}`,
    });
    await insertIncoming(world, { ...from, detail: JSON.stringify({ person: word }), words: word });
    await world.pool.query(
      "insert into sender_blocks (sender, blocked_by, blocked_at) values ($1, $2, now())",
      [further, world.idOf("maren")],
    );
    const other = { name: "Priya Nair", address: "priya@kestrel.test" };
    const colleagues = await insertIncoming(world, {
      state: "done",
      reason: null,
      ticket_id,
      recipients: JSON.stringify({
        to: [{ name: word, address: `${word}@kestrel.test` }, other],
        cc: [{ name: word, address: further }],
        outside: [further, "rep@vendor.test"],
      }),
    });
    const returned = { kind: "bounce" as const, state: "done" as const, reason: null, ticket_id };
    const bounce = await insertIncoming(world, {
      ...returned,
      words: `<${word}@kestrel.test>: User unknown`,
      raw: `${RAW} ${word}`,
    });
    await maren.delete(`/users/${id}`);
    const receipt = await maren.post(`/users/${id}/erasure`);
    expect(receipt.body.removed).toMatchObject({ addresses: 1, incoming_mails: 2 });
    await world.drain();
    await pruneFiles(world.app);
    expect(await tablesHolding(world.pool, word)).toEqual([]);
    expect((await left()).map(({ id: mail }) => mail).toSorted()).toEqual(
      [kept, colleagues, bounce].toSorted(),
    );
    const { rows } = await world.pool.query(
      "select from_name, recipients from incoming_mails where id = any($1)",
      [[kept, colleagues]],
    );
    expect(rows).toEqual(
      expect.arrayContaining([
        { from_name: "Erased person", recipients: null },
        { from_name: "Sofia Lindgren", recipients: { to: [other], cc: [], outside: ["rep@vendor.test"] } },
      ]),
    );
  });
});
