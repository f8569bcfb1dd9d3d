import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { queueMail, sendDueMails, sendMail } from "#server/lib/work/outbox.ts";
import { makeSmtpWorld, type SmtpWorld } from "../../test/support/mail-servers/smtp-world.ts";

let world: SmtpWorld;
let smtp: SmtpWorld["smtp"];
beforeAll(async () => {
  world = await makeSmtpWorld();
  ({ smtp } = world);
});
afterAll(() => world.end());
beforeEach(async () => {
  smtp.fault = "well";
  await world.drain();
  smtp.arrived.length = 0;
});

const MINUTE = 60_000;
let made = 0;
const newEmail = () => `mailed${(made += 1)}@kestrel.test`;
const queue = (to: string, more: object = {}) =>
  queueMail(
    { app: world.app, db: world.db, now: world.clock.now() },
    { to, subject: "Hello", text: "Hello", html: "<p>Hello</p>", ...more },
  );
const stateOf = async (to: string) =>
  (await world.as("maren").get("/mail")).body.items.find((mail: { to: string }) => mail.to === to);

describe("the mail list", () => {
  it("is for administrators, and captured mail is nobody's while there is a server", async () => {
    for (const name of ["rafael", "idris", "priya", "nobody"] as const) {
      for (const path of ["/mail", "/mail/captured"])
        expect((await world.as(name).get(path)).status).toBe(403);
      expect((await world.as(name).post("/mail/test")).status).toBe(403);
    }
    expect((await world.as("maren").get("/mail/captured")).status).toBe(404);
  });

  it("never shows what a mail says", async () => {
    await queue(newEmail(), { text: "a secret link" });
    expect((await world.as("maren").get("/mail")).text).not.toContain("secret link");
  });
});

describe("sending", () => {
  it("delivers a test message as it was written, under the Message-ID that was given first", async () => {
    const { body } = await world.as("maren").post("/mail/test");
    expect(body.state).toBe("queued");
    await world.drain();
    const [mail] = smtp.to("maren@waypost.test");
    expect(mail?.messageId).toBe(body.message_id);
    expect(mail?.from).toMatchObject({ name: "Waypost Desk", address: "help@desk.test" });
    expect(mail?.text).toContain("✓ é ü 漢字");
    expect(mail?.html).toContain("✓ é ü 漢字");
    expect((await stateOf("maren@waypost.test")).state).toBe("sent");
  });

  it("sends a mail whose subject has to be cut within a character", async () => {
    const email = newEmail();
    await queue(email, { subject: `${"x".repeat(249)}😀` });
    await world.drain();
    expect(smtp.to(email)[0]?.subject).toBe(`${"x".repeat(249)}\ufffd`);
  });

  it("carries an invitation's link to its reader and to nobody else", async () => {
    const email = newEmail();
    const sent = await world
      .as("maren")
      .post("/users/invite", { email, user_type: "external", company_id: world.companies.kestrel });
    expect(sent.body.invite_link).toBeUndefined();
    await world.drain();
    const [mail] = smtp.to(email);
    const token =
      /https:\/\/desk\.example\.com\/accept-invite\/([\w-]{43})/.exec(mail?.text ?? "")?.[1] ?? "";
    const { rows } = await world.pool.query("select m::text from mails m");
    expect(JSON.stringify(rows)).not.toContain(token);
    const accepted = await world
      .as()
      .post("/auth/accept-invite", { token, fullname: "Zoë Ødegård", password: "a longer pass phrase" });
    expect(accepted.status).toBe(204);
  });

  it("sends nothing of a ticket to whom it is not open any more when the server is back", async () => {
    const [idris, maren] = [world.as("idris"), world.as("maren")];
    const raised = await idris.post("/tickets", {
      subject: "Payroll",
      issue: "Wrong sums.",
      client_id: world.idOf("tomas"),
    });
    const { id } = raised.body.ticket;
    const readers = ["helena", "jonas", "lena"] as const;
    for (const name of readers)
      await idris.post(`/tickets/${id}/participants`, { user_id: world.idOf(name) });
    await world.drain();
    smtp.fault = "busy";
    await idris.post(`/tickets/${id}/comments`, { comment: "The sums of June." });
    await world.drain();
    await idris.delete(`/tickets/${id}/participants/${world.idOf("helena")}`);
    await maren.delete(`/users/${world.idOf("jonas")}`);
    await world.db.deleteFrom("user_roles").where("user_id", "=", world.idOf("lena")).execute();
    smtp.fault = "well";
    smtp.arrived.length = 0;
    world.pass(5 * MINUTE);
    await sendDueMails(world.app);
    await maren.post(`/users/${world.idOf("jonas")}/restore`);
    await maren.post(`/users/${world.idOf("lena")}/roles:set`, { role_names: ["team_lead"] });
    expect(smtp.arrived.flatMap(({ recipients }) => recipients)).toEqual(["tomas@kestrel.test"]);
    for (const name of readers) expect((await stateOf(world.people[name].email)).state).toBe("skipped");
  });

  it("keeps every header one line, whatever names and subjects hold", async () => {
    const attack = "Printer\r\nBcc: evil@attack.test\r\n\r\n<script>\u2028X-Evil: 1";
    const ticket = { subject: attack, issue: attack, client_id: world.idOf("tomas") };
    const idris = world.as("idris");
    expect((await idris.post("/tickets", ticket)).status).toBe(422);
    const raised = await idris.post("/tickets", {
      ...ticket,
      subject: "Printer Bcc: evil@attack.test <script>",
    });
    expect(raised.status).toBe(201);
    // Such a subject may stand in the database from before these characters were refused.
    const other = newEmail();
    await queue(other, { subject: attack });
    await world.drain();
    for (const to of ["tomas@kestrel.test", other]) {
      const [mail] = smtp.to(to);
      expect(mail?.recipients).toEqual([to]);
      expect(mail?.headers.map(({ key }) => key).filter((key) => /bcc|evil/.test(key))).toEqual([]);
    }
    const [mail] = smtp.to("tomas@kestrel.test");
    expect(mail?.html).not.toContain("<script>");
    expect(mail?.html).toContain("&lt;script&gt;");
  });

  it("sends to one address, however it is written", async () => {
    const address = "a,b;c<evil@attack.test>@kestrel.test";
    await queue(address);
    await world.drain();
    expect(smtp.to("evil@attack.test")).toEqual([]);
    expect(smtp.arrived.length).toBeLessThanOrEqual(1);
  });

  it("queues nothing twice for one dedupe key, and nothing at all when the transaction fails", async () => {
    const email = newEmail();
    await queue(email, { dedupeKey: "once" });
    expect(await queue(email, { dedupeKey: "once" })).toBeNull();
    const other = newEmail();
    await expect(
      world.db.transaction().execute(async (db) => {
        await queueMail(
          { app: world.app, db, now: world.clock.now() },
          { to: other, subject: "x", text: "x", html: "x" },
        );
        throw new Error("the transaction failed");
      }),
    ).rejects.toThrow("the transaction failed");
    await world.drain();
    expect(smtp.to(email)).toHaveLength(1);
    expect(smtp.to(other)).toHaveLength(0);
  });
});

describe("a mail server that is not well", () => {
  it("gets all that waited for it when it is well again, however much that is", async () => {
    const id = await queue(newEmail());
    // More than are looked for at once; without their jobs, which would find nothing left to do.
    await world.pool.query(
      `insert into mails ("to", message_id, subject, body_text, body_html, next_attempt_at, created_at)
       select "to", replace(message_id, '<', '<' || n || '-'), subject, body_text, body_html,
         next_attempt_at, created_at
       from mails, generate_series(1, 100) n where id = $1`,
      [id],
    );
    expect(await sendDueMails(world.app)).toBe(101);
    expect(smtp.arrived).toHaveLength(101);
  });

  it("is tried again later, the state seen meanwhile, and nothing is lost", async () => {
    smtp.fault = "busy";
    const email = newEmail();
    const { body } = await world
      .as("maren")
      .post("/users/invite", { email, user_type: "external", company_id: world.companies.kestrel });
    await world.drain();
    expect(await stateOf(email)).toMatchObject({ state: "queued", attempts: 1 });
    expect((await stateOf(email)).last_error).toContain("Come back later");
    expect((await world.as("maren").get(`/users/${body.id}`)).body.invite_state).toBe("not_sent");
    smtp.fault = "well";
    expect(await sendDueMails(world.app)).toBe(0);
    world.pass(MINUTE);
    expect(await sendDueMails(world.app)).toBe(1);
    expect(smtp.to(email)).toHaveLength(1);
    expect((await world.as("maren").get(`/users/${body.id}`)).body.invite_state).toBe("pending");
  });

  it.each(["signed out", "without relay", "blocking"] as const)(
    "that is set up wrongly, %s, loses no mail and no link: both go once that is mended",
    async (fault) => {
      smtp.fault = fault;
      const email = newEmail();
      const person = { email, user_type: "external", company_id: world.companies.kestrel };
      expect((await world.as("maren").post("/users/invite", person)).status).toBe(201);
      await world.drain();
      expect(await stateOf(email)).toMatchObject({ state: "queued", attempts: 1 });
      smtp.fault = "well";
      world.pass(MINUTE);
      await sendDueMails(world.app);
      expect(smtp.to(email)[0]?.text).toMatch(/accept-invite\/[\w-]{43}/);
    },
  );

  it("is believed when it says no for good; an administrator may try again", async () => {
    smtp.fault = "rejecting";
    const email = newEmail();
    const id = await queue(email);
    await world.drain();
    expect((await stateOf(email)).state).toBe("failed");
    smtp.fault = "well";
    expect((await world.as("idris").post(`/mail/${id}/retry`)).status).toBe(403);
    expect((await world.as("maren").post(`/mail/${id}/retry`)).body.state).toBe("queued");
    await world.drain();
    expect(smtp.to(email)).toHaveLength(1);
    expect((await world.as("maren").post(`/mail/${id}/retry`)).status).toBe(409);
  });

  it("keeps no link of a mail that it refused for good, which cannot be sent again without one", async () => {
    smtp.fault = "rejecting";
    const email = newEmail();
    const maren = world.as("maren");
    const person = { email, user_type: "external", company_id: world.companies.kestrel };
    expect((await maren.post("/users/invite", person)).status).toBe(201);
    await world.drain();
    const { id, state } = await stateOf(email);
    expect(state).toBe("failed");
    const { rows } = await world.pool.query("select body_text, body_html from mails where id = $1", [id]);
    expect(JSON.stringify(rows)).toContain("/accept-invite/...");
    expect(JSON.stringify(rows)).not.toMatch(/accept-invite\/[\w-]/);
    const again = await maren.post(`/mail/${id}/retry`);
    expect([again.status, again.body.code]).toEqual([409, "mail.link_gone"]);
  });

  it("gets one mail from two senders at once, and the same again only after a crash", async () => {
    const email = newEmail();
    const id = (await queue(email)) ?? "";
    await Promise.all([1, 2, 3].map(() => sendMail(world.app, id)));
    expect(smtp.to(email)).toHaveLength(1);
    // A process that ends between sending and writing so leaves this behind.
    await world.db
      .updateTable("mails")
      .set({ state: "queued", next_attempt_at: new Date(world.clock.now().getTime() + 5 * MINUTE) })
      .where("id", "=", id)
      .execute();
    expect(await sendDueMails(world.app)).toBe(0);
    world.pass(5 * MINUTE);
    await sendDueMails(world.app);
    const [first, second] = smtp.to(email);
    expect(second?.messageId).toBe(first?.messageId);
  });
});
