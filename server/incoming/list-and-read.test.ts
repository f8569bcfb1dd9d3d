import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { insertIncoming, insertMailbox } from "../../test/support/incoming/insert-incoming.ts";
import { makeWorld, type World } from "../../test/support/app/app-with-people.ts";

let world: World;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "waypost-incoming-"));
  world = await makeWorld({ DATA_DIR: folder });
});
afterAll(async () => {
  await world.end();
  await rm(folder, { recursive: true, force: true });
});
afterEach(() => world.pool.query("delete from incoming_mails"));

const RAW = [
  "From: Sofia Lindgren <sofia@outside.test>",
  "To: Help <help@waypost.test>",
  "Cc: rep@vendor.test",
  "Reply-To: sofia@elsewhere.test",
  "Subject: New laptop, as in WP-1",
  "Date: Fri, 20 Nov 2026 09:58:00 +0000",
  "Message-ID: <one@outside.test>",
  "MIME-Version: 1.0",
  'Content-Type: multipart/mixed; boundary="line"',
  "",
  "--line",
  "Content-Type: text/html; charset=utf-8",
  "",
  "<p>I need a <b>laptop</b>.</p>",
  "--line",
  'Content-Type: application/octet-stream; name="setup.exe"',
  'Content-Disposition: attachment; filename="setup.exe"',
  "Content-Transfer-Encoding: base64",
  "",
  "TVoAAAAA",
  "--line--",
  "",
].join("\r\n");

const list = async (query: Record<string, string> = {}) =>
  (await world.as("lena").get("/incoming", query)).body;
const subjects = async (query: Record<string, string>) =>
  (await list(query)).items.map(({ subject }: { subject: string }) => subject);

describe("the list of mails that came in", () => {
  it("is for those who decide on held mail", async () => {
    const id = await insertIncoming(world, { raw: RAW });
    for (const name of ["idris", "priya", "tomas", "nobody"] as const)
      for (const path of ["/incoming", `/incoming/${id}`, `/incoming/${id}/original`, "/incoming/blocked"])
        expect((await world.as(name).get(path)).status).toBe(403);
    for (const name of ["maren", "rafael", "lena"] as const)
      expect((await world.as(name).get("/incoming")).status).toBe(200);
    expect((await world.as("lena").get("/incoming", { state: "lost" })).status).toBe(422);
  });

  it("is newest first, by state, reason and mailbox, with counts of every state", async () => {
    const box = await insertMailbox(world, "help@waypost.test");
    await insertIncoming(world, { subject: "First", mailbox_id: box });
    await insertIncoming(world, { subject: "Second", reason: "too_many" });
    await insertIncoming(world, { subject: "Gone", state: "ignored", reason: "newsletter" });
    expect(await subjects({})).toEqual(["Gone", "Second", "First"]);
    expect(await subjects({ state: "held" })).toEqual(["Second", "First"]);
    expect(await subjects({ state: "held", reason: "too_many" })).toEqual(["Second"]);
    expect(await subjects({ mailbox_id: box })).toEqual(["First"]);
    const { meta } = await list({ state: "held", per_page: "1", page: "2" });
    expect(meta).toEqual({
      total: 2,
      limit: 1,
      page: 2,
      pages: 2,
      total_is_capped: false,
      counts: { stored: 0, done: 0, held: 2, spam: 0, ignored: 1, failed: 0 },
    });
    expect((await list({ mailbox_id: box })).items[0].mailbox_address).toBe("help@waypost.test");
  });

  it("finds words of the sender, the subject and the text, in any case and without accents", async () => {
    await insertIncoming(world, { from_name: "Tomás Ødegård", subject: "Drucker", words: "100% Toner leer" });
    await insertIncoming(world, { from_address: "other@vendor.test", subject: "Offer", words: "Toner" });
    expect(await subjects({ search: "tomas drucker" })).toEqual(["Drucker"]);
    expect(await subjects({ search: "TONER" })).toEqual(["Offer", "Drucker"]);
    expect(await subjects({ search: "100%" })).toEqual(["Drucker"]);
    expect(await subjects({ search: "other@vendor.test" })).toEqual(["Offer"]);
    expect(await subjects({ search: "nowhere" })).toEqual([]);
  });

  it("names sender, ticket and the company of the sender's domain, and no ticket in the trash", async () => {
    const raised = await world.as("tomas").post("/tickets", { subject: "Screen", issue: "Flickers." });
    const { id: ticket_id, uid } = raised.body.ticket;
    await world.as("maren").post(`/companies/${world.companies.kestrel}/domains`, { domain: "kestrel.test" });
    await insertIncoming(world, {
      from_address: "new@kestrel.test",
      user_id: world.idOf("tomas"),
      suggested_company_id: world.companies.kestrel,
      ticket_id,
      detail: JSON.stringify({ person: "Tomás Aguilar", ticket: uid, odd: 7 }),
    });
    const [shown] = (await list()).items;
    expect(shown).toMatchObject({
      sender: { user_id: world.idOf("tomas"), fullname: "Tomás Aguilar", user_type: "external" },
      ticket: { id: ticket_id, uid, subject: "Screen" },
      suggested_company: { id: world.companies.kestrel, name: "Kestrel Logistics", verified: false },
      detail: { person: "Tomás Aguilar", ticket: uid },
    });
    await world.as("maren").delete(`/tickets/${ticket_id}`);
    expect((await list()).items[0].ticket).toBeNull();
    expect((await world.as("maren").get("/incoming")).body.items[0].ticket).not.toBeNull();
  });
});

describe("one mail", () => {
  it("is not there where it is not there", async () => {
    const none = "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f";
    for (const path of [`/incoming/${none}`, `/incoming/${none}/original`]) {
      const answer = await world.as("lena").get(path);
      expect([answer.status, answer.body.detail]).toEqual([404, "Mail not found"]);
    }
  });

  it("is read from its original where the row does not hold it", async () => {
    const raised = await world.as("tomas").post("/tickets", { subject: "Screen", issue: "Flickers." });
    await world.pool.query("update tickets set uid = 'WP-1' where id = $1", [raised.body.ticket.id]);
    const id = await insertIncoming(world, { raw: RAW, words: null, subject: "New laptop, as in WP-1" });
    await world.pool.query(
      "insert into incoming_deliveries (incoming_id, door, envelope_from, envelope_to, at) values ($1, 'shell', 'sofia@outside.test', $2, $3)",
      [id, ["help@waypost.test"], world.clock.now()],
    );
    expect((await world.as("lena").get(`/incoming/${id}`)).body).toMatchObject({
      words: "I need a **laptop**.",
      html: expect.stringContaining("<b>laptop</b>"),
      to: [{ address: "help@waypost.test", name: "Help" }],
      cc: [{ address: "rep@vendor.test", name: "" }],
      reply_to: "sofia@elsewhere.test",
      files: [{ name: "setup.exe", bytes: 6, refused: true }],
      file_count: 1,
      date: "2026-11-20T09:58:00.000Z",
      mentions: ["WP-1"],
      deliveries: [
        { door: "shell", envelope_from: "sofia@outside.test", envelope_to: ["help@waypost.test"] },
      ],
      original_kept: true,
    });
  });

  it("is downloaded as it arrived, as a file that no browser opens", async () => {
    const id = await insertIncoming(world, { raw: RAW });
    const answer = await world.as("lena").get(`/incoming/${id}/original`);
    expect([answer.status, answer.text]).toEqual([200, RAW]);
    expect(answer.headers).toMatchObject({
      "content-type": "message/rfc822",
      "content-disposition": `attachment; filename="mail-${id}.eml"`,
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
    });
  });

  it("says so when its original is not kept any more, and shows what is left", async () => {
    const id = await insertIncoming(world, { recipients: JSON.stringify({ to: [{ address: "a@b.test" }] }) });
    const answer = await world.as("lena").get(`/incoming/${id}/original`);
    expect([answer.status, answer.body.detail]).toEqual([
      410,
      "The original of this mail is not kept any more",
    ]);
    expect((await world.as("lena").get(`/incoming/${id}`)).body).toMatchObject({
      words: "I start on Monday and need a laptop.",
      html: null,
      files: [],
      to: [{ address: "a@b.test", name: "" }],
      original_kept: false,
    });
  });
});

describe("the figures of the last day", () => {
  it("count what came in and what became of it, for those who decide on held mail", async () => {
    const raised = await world.as("tomas").post("/tickets", { subject: "Screen", issue: "Flickers." });
    const { id: ticket_id } = raised.body.ticket;
    const answered = await world.as("tomas").post(`/tickets/${ticket_id}/comments`, { comment: "Still." });
    const hoursAgo = (hours: number) => new Date(world.clock.now().getTime() - hours * 3_600_000);
    const done = { state: "done" as const, reason: null, ticket_id };
    await insertIncoming(world, { ...done, opened_ticket: true });
    await insertIncoming(world, { ...done, comment_id: answered.body.id, received_at: hoursAgo(23) });
    await insertIncoming(world, { kind: "automatic", state: "ignored", reason: "automatic" });
    await insertIncoming(world, { received_at: hoursAgo(25) });
    await insertIncoming(world);
    expect((await world.as("lena").get("/incoming/summary")).body).toEqual({
      mails: 4,
      tickets: 1,
      comments: 1,
      automatic: 1,
    });
    expect((await world.as("idris").get("/incoming/summary")).status).toBe(403);
  });
});
