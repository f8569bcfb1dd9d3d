import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createMailReader } from "#server/lib/mime/read-in-worker.ts";
import { makeWorld, type World } from "../../test/support/app/app-with-people.ts";
import { deliver, makeMailbox, readIncoming, storeRaw } from "../../test/support/incoming/incoming-mail.ts";

let world: World;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "waypost-decide-"));
  world = await makeWorld({ DATA_DIR: folder });
  await makeMailbox(world);
});
afterAll(async () => {
  await world.end();
  await rm(folder, { recursive: true, force: true });
});

let strangers = 0;
/** A held mail of somebody new. */
const hold = async () => {
  strangers += 1;
  world.pass(3_600_000);
  return deliver(world, {
    from: `Sofia <sofia${strangers}@kestrel.test>`,
    subject: "Door",
    text: "Is dark.",
  });
};
const contact = () => ({ contact: { fullname: "Sofia Lindgren", company_id: world.companies.kestrel } });

describe("making a ticket of a held mail", () => {
  it("is not for clients and specialists, and a contact needs the right to make one", async () => {
    const mail = await hold();
    const path = `/incoming/${mail.id}/make-ticket`;
    for (const name of ["idris", "tomas", "priya", "nobody"] as const)
      expect((await world.as(name).post(path, {})).status).toBe(403);
    expect((await world.as("lena").post(path, contact())).status).toBe(403);
    expect((await readIncoming(world, mail.id)).state).toBe("held");
    const wrong = { contact: { fullname: "Sofia", company_id: "" } };
    expect((await world.as("maren").post(path, wrong)).body.errors[0].message).toBe("Choose a company");
    const internal = { contact: { fullname: "Sofia", company_id: world.companies.internal } };
    expect((await world.as("maren").post(path, internal)).status).toBe(422);
  });

  it("makes contact and ticket together, and tells the contact", async () => {
    const mail = await hold();
    const made = await world.as("maren").post(`/incoming/${mail.id}/make-ticket`, contact());
    expect(made.status).toBe(201);
    await world.drain();
    const after = await readIncoming(world, mail.id);
    expect(after).toMatchObject({ state: "done", opened_ticket: true, decided_by: world.idOf("maren") });
    expect(after.user_id).not.toBeNull();
    const ticket = await world.as("maren").get(`/tickets/${made.body.ticket.id}`);
    expect(ticket.body).toMatchObject({ client_id: after.user_id, issue: "Is dark." });
    const sent = await world.db
      .selectFrom("mails")
      .select("to")
      .where("ticket_id", "=", made.body.ticket.id)
      .execute();
    expect(sent).toEqual([{ to: mail.from_address }]);
    const next = await deliver(world, { from: `Sofia <${mail.from_address}>`, subject: "Window" });
    expect(next).toMatchObject({ state: "done", user_id: after.user_id });
  });

  it("answers one of two at once with 409, and makes one ticket", async () => {
    const mail = await hold();
    const [maren, lena] = [world.as("maren"), world.as("lena")];
    await Promise.all([maren.get("/incoming"), lena.get("/incoming")]);
    const client_id = world.idOf("tomas");
    const answers = await Promise.all(
      [maren, lena].map((each) => each.post(`/incoming/${mail.id}/make-ticket`, { client_id })),
    );
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409]);
    const late = answers.find(({ status }) => status === 409);
    expect(late?.body.code).toBe("incoming.decided_already");
  });
});

/** Of a text each line is held: more than this reader's memory. */
const failToRead = async (subject: string) => {
  await world.app.mailReader.stop();
  world.app.mailReader = createMailReader({ heapMegabytes: 16 });
  world.pass(3_600_000);
  const header = [`From: Sofia <${subject.toLowerCase()}@kestrel.test>`, `Subject: ${subject}`, "", ""];
  const { id } = await storeRaw(world, Buffer.from(`${header.join("\r\n")}${"word\r\n".repeat(200_000)}`));
  await world.drain();
  expect(await readIncoming(world, id)).toMatchObject({ state: "failed", reason: "unreadable" });
  return id;
};
const NOT_READ = "This mail could not be read. Open the original to read it.";

describe("a mail that is too much to be read", () => {
  afterEach(async () => {
    await world.app.mailReader.stop();
    world.app.mailReader = createMailReader();
  });

  it("becomes a ticket with what its header says, beside which the original is read", async () => {
    const id = await failToRead("Enormous");
    const maren = world.as("maren");
    const made = await maren.post(`/incoming/${id}/make-ticket`, contact());
    expect([made.status, made.body.ticket?.subject]).toEqual([201, "Enormous"]);
    const path = `/tickets/${made.body.ticket.id}`;
    expect((await maren.get(path)).body.issue).toBe(NOT_READ);
    const [mail] = (await maren.get(`${path}/mails`)).body.items;
    expect(mail).toMatchObject({ id, direction: "in" });
    expect((await maren.get(`${path}/mails/${id}/original`)).status).toBe(200);
  });

  it("joins a ticket as a comment that says so", async () => {
    const id = await failToRead("Gigantic");
    const { ticket } = (await world.as("priya").post("/tickets", { subject: "Door", issue: "Dark" })).body;
    const joined = await world.as("maren").post(`/incoming/${id}/join`, { ticket_id: ticket.id });
    expect([joined.status, joined.body.comment?.comment]).toEqual([201, NOT_READ]);
    expect(await readIncoming(world, id)).toMatchObject({ state: "done", ticket_id: ticket.id });
  });
});

describe("a mail of somebody known from another address", () => {
  it("is processed as theirs once somebody says so, and every later one as well", async () => {
    const mail = await hold();
    const path = `/incoming/${mail.id}/same-person`;
    expect((await world.as("idris").post(path, { user_id: world.idOf("tomas") })).status).toBe(403);
    const said = await world.as("lena").post(path, { user_id: world.idOf("tomas") });
    expect([said.status, said.body.state]).toEqual([200, "stored"]);
    await world.drain();
    const after = await readIncoming(world, mail.id);
    expect(after).toMatchObject({ state: "done", user_id: world.idOf("tomas"), proof: "none" });
    expect((await world.as("lena").post(path, { user_id: world.idOf("tomas") })).status).toBe(409);
  });
});

describe("a colleague's further address", () => {
  it("is given by those who manage users alone, since mail from there acts with their rights", async () => {
    const mail = await hold();
    const path = `/incoming/${mail.id}/same-person`;
    const body = { user_id: world.idOf("maren") };
    for (const name of ["lena", "rafael"] as const) {
      const refused = await world.as(name).post(path, body);
      expect([refused.status, refused.body.detail]).toEqual([
        403,
        "Only who manages users gives a colleague another address",
      ]);
    }
    expect(await readIncoming(world, mail.id)).toMatchObject({ state: "held", decided_by: null });
    const { items } = (await world.as("maren").get(`/users/${world.idOf("maren")}/addresses`)).body;
    expect(items).toEqual([]);
    expect((await world.as("maren").post(path, body)).status).toBe(200);
    await world.drain();
    expect(await readIncoming(world, mail.id)).toMatchObject({
      state: "held",
      reason: "staff_not_proven",
      user_id: world.idOf("maren"),
    });
  });
});

describe("trying again", () => {
  it("judges the mail by what holds now", async () => {
    const mail = await hold();
    expect((await world.as("tomas").post(`/incoming/${mail.id}/retry`)).status).toBe(403);
    expect((await world.as("lena").post(`/incoming/${mail.id}/retry`)).status).toBe(200);
    await world.drain();
    expect(await readIncoming(world, mail.id)).toMatchObject({ state: "held", reason: "unknown_sender" });
  });

  it("releases all that came too fast, also what was ignored meanwhile", async () => {
    world.pass(86_400_000);
    const mails = [];
    for (let n = 0; n < 23; n += 1)
      mails.push(await deliver(world, { from: "tomas@kestrel.test", subject: `Alarm ${n}` }));
    const held = mails.filter(({ reason }) => reason === "too_many");
    expect(held).toHaveLength(3);
    const ids = held.map(({ id }) => id);
    const lena = world.as("lena");
    await lena.post(`/incoming/${ids[0]}/ignore`);
    expect((await world.as("idris").post("/incoming/bulk", { ids, do: "retry" })).status).toBe(403);
    const asked = [...ids, mails[0]?.id ?? ""];
    const tried = await lena.post("/incoming/bulk", { ids: asked, do: "retry" });
    expect(tried.body).toEqual({ done: ids, skipped: [mails[0]?.id] });
    await world.drain();
    for (const id of ids)
      expect(await readIncoming(world, id)).toMatchObject({
        state: "done",
        reason: null,
        opened_ticket: true,
        decided_by: world.idOf("lena"),
      });
    const next = await deliver(world, { from: "tomas@kestrel.test", subject: "Alarm again" });
    expect(next.reason).toBe("too_many");
  });
});
