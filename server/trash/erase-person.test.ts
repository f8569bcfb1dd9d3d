import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { pruneAudit } from "#server/audit/prune.ts";
import { recordEvent } from "#server/lib/work/history.ts";
import { queueMail } from "#server/lib/work/outbox.ts";
import { recordBounce } from "#server/mail/bounces.ts";
import { pruneFiles } from "#server/uploads/prune.ts";
import { insertIncoming } from "../../test/support/incoming/insert-incoming.ts";
import { makeWorld, type World } from "../../test/support/app/app-with-people.ts";
import { tablesHolding } from "../../test/support/database/tables-holding.ts";
import { uploadFile } from "../../test/support/app/upload-file.ts";

const DAY = 24 * 3_600_000;
let world: World;
let folder: string;
/** Stands in everything by which the person is known, and nowhere else. */
let word: string;
let people = 0;
let id: string;
let ticket: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "waypost-erasure-"));
  world = await makeWorld({ DATA_DIR: folder });
});
afterAll(async () => {
  await world.end();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  word = `Quokka${String.fromCodePoint(97 + people)}`;
  people += 1;
  await makeKnownPerson();
});

const maren = () => world.as("maren");
const preview = () => maren().get(`/users/${id}/erasure`);
const erase = () => maren().post(`/users/${id}/erasure`);

describe("erasing a person", () => {
  it("is refused to everybody but administrators, and for who is not deleted", async () => {
    for (const name of ["rafael", "lena", "idris", "priya", "helena", "tomas", "nobody"] as const)
      for (const method of ["GET", "POST"] as const)
        expect((await world.as(name).call(method, `/users/${id}/erasure`)).status).toBe(403);
    const living = await erase();
    expect([living.status, living.body.detail]).toEqual([
      409,
      "Delete this user first: only a deleted one can be erased",
    ]);
    expect((await maren().post(`/users/${world.idOf("maren")}/erasure`)).status).toBe(403);
  });

  it("is previewed without changing anything, and takes what the preview said", async () => {
    await maren().delete(`/users/${id}`);
    const before = await tablesHolding(world.pool, word);
    const { body: asked } = await preview();
    expect(await tablesHolding(world.pool, word)).toEqual(before);
    expect(asked).toMatchObject({
      removed: { files: 1, file_bytes: 5, follows: 0, links: 1, sessions: 1 },
      kept: { tickets: 1, comments: 1 },
    });
    const { body: receipt } = await erase();
    expect(receipt).toEqual({
      ...asked,
      id,
      erased_at: world.clock.now().toISOString(),
      erased_by: "Maren Solberg",
    });
  });

  it("leaves nothing by which they are known, in no table and in no file", async () => {
    await maren().delete(`/users/${id}`);
    expect(await tablesHolding(world.pool, word)).toEqual(
      expect.arrayContaining(["attachments", "history", "mails", "principals", "users"]),
    );
    expect(await storedFiles()).toBeGreaterThan(0);
    const files = await storedFiles();
    expect((await erase()).status).toBe(200);
    await world.drain();
    await pruneFiles(world.app);
    expect(await tablesHolding(world.pool, word)).toEqual([]);
    expect(await storedFiles()).toBe(files - 1);
  });

  it("leaves neither name nor address in what tickets tell of mail", async () => {
    await tellOfMail();
    expect(await tablesHolding(world.pool, word)).toEqual(expect.arrayContaining(["history", "mails"]));
    await maren().delete(`/users/${id}`);
    await erase();
    await world.drain();
    await pruneFiles(world.app);
    expect(await tablesHolding(world.pool, word)).toEqual([]);
    const { body } = await maren().get(`/tickets/${ticket}/history`);
    expect(body.items.map(({ kind }: { kind: string }) => kind)).toEqual(
      expect.arrayContaining(["ticket.mail_bounced", "ticket.automatic_reply"]),
    );
  });

  it("takes no word out of other mails that stands for the name of who never came", async () => {
    const guest = await maren().post("/users/invite", {
      email: `help@${word.toLowerCase()}.test`,
      user_type: "external",
      company_id: world.companies.kestrel,
    });
    const said = {
      subject: "Your help",
      text: `Ask help@${word.toLowerCase()}.test for help.`,
      html: "<p>help</p>",
    };
    await queueMail({ app: world.app, db: world.db, now: world.clock.now() }, { to: "x@y.test", ...said });
    await maren().delete(`/users/${guest.body.id}`);
    expect((await maren().post(`/users/${guest.body.id}/erasure`)).status).toBe(200);
    const { rows } = await world.pool.query(
      "select subject, body_text, body_html from mails where \"to\" = 'x@y.test'",
    );
    expect(rows).toEqual([
      { subject: "Your help", body_text: "Ask Erased person for help.", body_html: "<p>help</p>" },
    ]);
    await world.pool.query("delete from mails where \"to\" = 'x@y.test'");
  });

  it("keeps their tickets and comments, by an erased person", async () => {
    await maren().delete(`/users/${id}`);
    await erase();
    await world.drain();
    const { body } = await maren().get(`/tickets/${ticket}`);
    expect(body).toMatchObject({ client_id: id, client_fullname: "Erased person", attachments: [] });
    const { body: talk } = await maren().get(`/tickets/${ticket}/comments`);
    expect(talk.comments).toContainEqual(
      expect.objectContaining({ author_fullname: "Erased person", comment: "It is still so." }),
    );
    const found = await maren().get(`/tickets?search=${word}`);
    expect(found.body.meta.total).toBe(0);
  });

  it("takes them out of every list, for good, and frees their address", async () => {
    await maren().delete(`/users/${id}`);
    await erase();
    const { body } = await maren().get("/users?deleted=true&per_page=100");
    expect(body.users.map((user: { id: string }) => user.id)).not.toContain(id);
    expect((await maren().get(`/users/${id}`)).status).toBe(404);
    expect((await maren().post(`/users/${id}/restore`)).status).toBe(404);
    expect((await erase()).status).toBe(404);
    const again = await maren().post("/users/invite", {
      email: address(),
      user_type: "external",
      company_id: world.companies.kestrel,
    });
    expect(again.status).toBe(201);
    expect(again.body.id).not.toBe(id);
  });

  it("keeps the receipt in the audit log, whatever else is forgotten there", async () => {
    await maren().delete(`/users/${id}`);
    const { body: receipt } = await erase();
    await maren().patch("/settings", { audit_days: 90 });
    await world.pool.query("set session_replication_role = replica");
    await world.pool.query("update history set recorded_at = now() - interval '100 days'");
    await world.pool.query("set session_replication_role = origin");
    world.pass(DAY);
    await pruneAudit(world.app);
    const { body } = await maren().get("/audit?kind=user.erased");
    expect(body.items[0]).toMatchObject({
      actor_name: "Maren Solberg",
      entity_id: id,
      entity_label: "Erased person",
      after: { removed: receipt.removed, kept: receipt.kept },
    });
    await maren().patch("/settings", { audit_days: null });
  });

  it("takes the name out of mails to others as a whole word only", async () => {
    await world.pool.query(
      `insert into mails (message_id, "to", subject, body_text, body_html, state)
        values ($1, 'x@y.test', $2, $3, $4, 'sent')`,
      [
        `<${word}>`,
        `${name()} and more`,
        `${name()}s, ${name()}. (${address()})`,
        `<p>${name().replace("'", "&#39;")}</p>`,
      ],
    );
    await maren().delete(`/users/${id}`);
    expect((await preview()).body.removed.names_in_mails).toBeGreaterThan(0);
    await erase();
    const { rows } = await world.pool.query(
      "select subject, body_text, body_html from mails where message_id = $1",
      [`<${word}>`],
    );
    expect(rows).toEqual([
      {
        subject: "Erased person and more",
        body_text: `${name()}s, Erased person. (Erased person)`,
        body_html: "<p>Erased person</p>",
      },
    ]);
    await world.pool.query("delete from mails where message_id = $1", [`<${word}>`]);
  });
});

const name = () => `Ada O'Neil ${word}`;
const address = () => `${word}@kestrel.test`;

/** Somebody who has signed in, raised and answered a ticket, sent a file, and of whom mails and history speak. */
async function makeKnownPerson(): Promise<void> {
  const made = await maren().post("/users", {
    email: address(),
    fullname: name(),
    password: "lantern mosaic tundra 7",
    user_type: "external",
    company_id: world.companies.kestrel,
    sendInvite: true,
  });
  id = made.body.id;
  const link = /accept-invite\/([\w-]+)/.exec(made.body.invite_link)?.[1];
  await world
    .as()
    .post("/auth/accept-invite", { token: link, fullname: name(), password: "lantern mosaic tundra 7" });
  await maren().patch(`/users/${id}`, { city: `${word} Falls`, phone_number: `+1 ${word}` });
  await maren().post(`/users/${id}/roles:set`, {
    role_names: ["client_admin"],
    reason: `${word} asked for it`,
  });
  const raised = await maren().post("/tickets", {
    subject: "The door",
    issue: "It does not close.",
    client_id: id,
  });
  ticket = raised.body.ticket.id;
  const own = { token: await tokenOf() };
  await post(own.token, `/tickets/${ticket}/comments`, { comment: "It is still so." });
  await uploadFile(world, {
    who: null,
    path: `/tickets/${ticket}/attachments`,
    bytes: Buffer.from(word.slice(-5)),
    name: `${word}.txt`,
    headers: { authorization: `Bearer ${own.token}` },
  });
  await maren().post(`/tickets/${ticket}/comments`, { comment: "Thank you.", visibility: "public" });
  await world.drain();
}

/** A mail to them came back, and their program answered one by itself. */
async function tellOfMail(): Promise<void> {
  await maren().patch(`/tickets/${ticket}`, { assignee_id: world.idOf("idris") });
  const now = world.clock.now();
  const ctx = {
    app: world.app,
    db: world.db,
    now,
    actor: null,
    ip: null,
    requestId: "bounce",
    via: "mail" as const,
  };
  const mail = { to: address(), subject: "Re: The door", text: "Try it now.", html: "<p>Try it now.</p>" };
  const sent = await queueMail(ctx, { ...mail, ticketId: ticket, userId: id });
  const { rows } = await world.pool.query(
    "update mails set state = 'sent' where id = $1 returning message_id",
    [sent],
  );
  const messageId: string = rows[0].message_id;
  await recordBounce(ctx, { messageId, address: address(), reason: `550 <${address()}>`, isPermanent: true });
  const incoming_id = await insertIncoming(world, {
    kind: "automatic",
    state: "done",
    reason: "automatic",
    ticket_id: ticket,
    user_id: id,
    from_name: name(),
    from_address: address().toLowerCase(),
  });
  await recordEvent(ctx, {
    id: ticket,
    kind: "ticket.automatic_reply",
    companyId: world.companies.kestrel,
    after: { incoming_id, name: name() },
  });
}

async function tokenOf(): Promise<string> {
  const { body } = await world
    .as()
    .post("/auth/login", { email: address(), password: "lantern mosaic tundra 7" });
  return body.access_token;
}

async function post(token: string, path: string, payload: object) {
  return world.fastify.inject({
    method: "POST",
    url: `/api${path}`,
    headers: { authorization: `Bearer ${token}` },
    payload,
  });
}

async function storedFiles(): Promise<number> {
  const found = await readdir(join(folder, "files"), { recursive: true, withFileTypes: true });
  return found.filter((entry) => entry.isFile()).length;
}
