import { createHash, createHmac } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { LIMITS } from "#contract/limits.ts";
import { makePool } from "#server/db/open-database.ts";
import { saveMailboxSecret } from "#server/mailboxes/secrets.ts";
import { makeWorld, type World } from "../../../../test/support/app/app-with-people.ts";
import { makeMailbox, writeMail } from "../../../../test/support/incoming/incoming-mail.ts";

let world: World;
let mailbox: string;
beforeAll(async () => {
  world = await makeWorld();
  mailbox = await makeMailbox(world);
});
afterAll(() => world.end());
beforeEach(() => keep("hook", "the secret of today"));

const keep = (kind: "hook" | "hook_before", text: string) =>
  saveMailboxSecret(
    { app: world.app, db: world.db, now: world.clock.now() },
    { mailboxId: mailbox, kind, text },
  );

type Call = {
  secret?: string;
  at?: number;
  from?: string;
  to?: string;
  type?: string;
  id?: string;
  signed?: Buffer;
};

/** Hands in a mail; what is not said is right. */
async function handIn(raw: Buffer, call: Call = {}) {
  const at = call.at ?? Math.floor(world.clock.now().getTime() / 1000);
  const envelope = { from: "tomas@kestrel.test", to: "help@waypost.test" };
  const hash = createHash("sha256")
    .update(call.signed ?? raw)
    .digest("hex");
  const hex = createHmac("sha256", call.secret ?? "the secret of today")
    .update(`${at}\n${envelope.from}\n${envelope.to}\n${hash}`)
    .digest("hex");
  const answer = await world.fastify.inject({
    method: "POST",
    url: `/api/mailboxes/${call.id ?? mailbox}/raw`,
    headers: {
      "content-type": call.type ?? "message/rfc822",
      "x-waypost-envelope-from": call.from ?? envelope.from,
      "x-waypost-envelope-to": call.to ?? envelope.to,
      "x-waypost-signature": `t=${at},v1=${hex}`,
    },
    payload: raw,
  });
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
}

const count = async () =>
  Number(
    (
      await world.db
        .selectFrom("incoming_mails")
        .select((eb) => eb.fn.countAll().as("n"))
        .executeTakeFirstOrThrow()
    ).n,
  );

describe("the hook refuses, and keeps nothing", () => {
  it.each<[string, Call, number, string]>([
    ["a wrong secret", { secret: "a guess" }, 403, "mailbox.signature_wrong"],
    ["another body than the signed one", { signed: Buffer.from("x") }, 403, "mailbox.signature_wrong"],
    ["another sender than the signed one", { from: "maren@waypost.test" }, 403, "mailbox.signature_wrong"],
    ["another recipient than the signed one", { to: "sales@waypost.test" }, 403, "mailbox.signature_wrong"],
    ["a mailbox that is not there", { id: crypto.randomUUID() }, 404, "mailbox.not_found"],
    ["an id that is none", { id: "help" }, 404, "mailbox.not_found"],
    ["what is no mail", { type: "application/json" }, 415, "mailbox.not_a_mail"],
  ])("%s", async (_what, call, status, code) => {
    const before = await count();
    const answer = await handIn(await writeMail({ from: "tomas@kestrel.test" }), call);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(await count()).toBe(before);
  });

  it.each([
    ["older than five minutes", -301],
    ["of a time to come", 301],
  ])("a signature that is %s", async (_what, seconds) => {
    const at = Math.floor(world.clock.now().getTime() / 1000) + seconds;
    const answer = await handIn(await writeMail({ from: "tomas@kestrel.test" }), { at });
    expect([answer.status, answer.body.code]).toEqual([403, "mailbox.signature_old"]);
  });

  it.each(["", "t=1,v1=", "v1=00", `t=x,v1=${"0".repeat(64)}`])("the signature %j", async (signature) => {
    const answer = await world.fastify.inject({
      method: "POST",
      url: `/api/mailboxes/${mailbox}/raw`,
      headers: { "content-type": "message/rfc822", "x-waypost-signature": signature },
      payload: await writeMail({ from: "tomas@kestrel.test" }),
    });
    expect([answer.statusCode, answer.json().code]).toEqual([403, "mailbox.signature_wrong"]);
  });

  it("a request without type, signature and body", async () => {
    const answer = await world.fastify.inject({ method: "POST", url: `/api/mailboxes/${mailbox}/raw` });
    expect(answer.statusCode).toBe(415);
  });

  it("a mail of more than 40 MB", async () => {
    const answer = await handIn(Buffer.concat([await writeMail({}), Buffer.alloc(LIMITS.mailBytes, "x")]));
    expect([answer.status, answer.body.detail]).toEqual([413, "Message is larger than 40 MB"]);
  });

  it("a session, however much it may: only the signature counts", async () => {
    const answer = await world.fastify.inject({
      method: "POST",
      url: `/api/mailboxes/${mailbox}/raw`,
      headers: { "content-type": "message/rfc822", authorization: `Bearer ${await world.tokenOf("maren")}` },
      payload: await writeMail({ from: "tomas@kestrel.test" }),
    });
    expect(answer.statusCode).toBe(403);
  });

  it("a paused mailbox for a while, a deleted one for good, and one without a secret", async () => {
    const raw = await writeMail({ from: "tomas@kestrel.test" });
    const set = (fields: object) =>
      world.db.updateTable("mailboxes").set(fields).where("id", "=", mailbox).execute();
    await set({ active: false });
    const paused = await handIn(raw);
    expect([paused.status, Number(paused.headers["retry-after"]) > 0]).toEqual([503, true]);
    await set({ deleted_at: world.clock.now() });
    expect((await handIn(raw)).status).toBe(404);
    await set({ active: true, deleted_at: null });
    await world.db.deleteFrom("mailbox_secrets").where("mailbox_id", "=", mailbox).execute();
    expect((await handIn(raw)).status).toBe(403);
  });
});

describe("the hook", () => {
  it("stores a mail with its envelope, and answers its id", async () => {
    const answer = await handIn(await writeMail({ from: "tomas@kestrel.test" }));
    expect([answer.status, answer.body.duplicate]).toEqual([202, false]);
    const delivery = await world.db
      .selectFrom("incoming_deliveries")
      .selectAll()
      .where("incoming_id", "=", answer.body.id)
      .executeTakeFirstOrThrow();
    expect(delivery).toMatchObject({
      door: "hook",
      mailbox_id: mailbox,
      envelope_from: "tomas@kestrel.test",
      envelope_to: ["help@waypost.test"],
    });
  });

  it("knows a repeated call: the same mail again is the same one", async () => {
    const raw = await writeMail({ from: "tomas@kestrel.test" });
    const [first, second, third] = await Promise.all([handIn(raw), handIn(raw), handIn(raw)]);
    expect(new Set([first.body.id, second.body.id, third.body.id]).size).toBe(1);
    expect([first, second, third].filter(({ body }) => !body.duplicate)).toHaveLength(1);
  });

  it("asks to come again while the database is away, and stores the mail then", async () => {
    const raw = await writeMail({ from: "tomas@kestrel.test" });
    const before = await count();
    const { db } = world.app;
    const nowhere = makePool({ host: "127.0.0.1", port: 9, database: "away" });
    world.app.db = nowhere.db;
    const away = await handIn(raw);
    world.app.db = db;
    await nowhere.pool.end();
    expect([away.status, Number(away.headers["retry-after"]) > 0]).toEqual([503, true]);
    expect((await handIn(raw)).status).toBe(202);
    expect(await count()).toBe(before + 1);
  });

  it("takes the secret before for a day after it was renewed, and no longer", async () => {
    await keep("hook_before", "the secret of yesterday");
    const former = { secret: "the secret of yesterday" };
    expect((await handIn(await writeMail({}), former)).status).toBe(202);
    world.pass(24 * 3_600_000 + 1000);
    expect((await handIn(await writeMail({}), former)).status).toBe(403);
    expect((await handIn(await writeMail({}))).status).toBe(202);
  });
});
