import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startSmtp } from "../../test/support/mail-servers/smtp-server.ts";
import { makeWorld, type Name, type World } from "../../test/support/app/app-with-people.ts";
import { asyncProperty, assert, constantFrom, record, subarray } from "../../test/support/property-seed.ts";
import { markBounced } from "#server/mail/bounced-addresses.ts";

let smtp: Awaited<ReturnType<typeof startSmtp>>;
let world: World;
beforeAll(async () => {
  smtp = await startSmtp();
  world = await makeWorld({ SMTP_URL: smtp.url, MAIL_FROM: "help@desk.test" });
});
afterAll(async () => {
  await world.end();
  await smtp.stop();
});

let ticket: string;
beforeEach(async () => {
  ticket = await raise();
  await world.drain();
});

const raise = async (): Promise<string> =>
  (
    await world.as("idris").post("/tickets", {
      subject: "Scanner jams",
      issue: "Bay 3",
      client_id: world.idOf("tomas"),
      assignee_id: world.idOf("idris"),
    })
  ).body.ticket.id;
const follow = (name: Name, id = ticket) =>
  world.as("idris").post(`/tickets/${id}/participants`, { user_id: world.idOf(name) });
const audience = async (by: Name, query: Record<string, string> = {}, id = ticket) =>
  (await world.as(by).get(`/tickets/${id}/audience`, query)).body;
const names = (people: { fullname: string }[]) => people.map(({ fullname }) => fullname).toSorted();
const answer = (by: Name, more: object) =>
  world.as(by).post(`/tickets/${ticket}/comments`, { comment: "Try the other tray.", ...more });

async function bounce(name: Name): Promise<void> {
  const email = world.people[name].email;
  const id = crypto.randomUUID();
  await world.db
    .insertInto("mails")
    .values({
      id,
      message_id: `<${id}@desk.test>`,
      to: email,
      subject: "x",
      body_text: "x",
      body_html: "x",
      state: "sent",
    })
    .execute();
  await markBounced(
    { db: world.db, now: world.clock.now() },
    { id, ticket_id: null, user_id: null, to: email },
    "mailbox unknown",
  );
}
const heal = () => world.db.deleteFrom("bounced_addresses").execute();

describe("who will be mailed", () => {
  it("is nobody's business who does not see the ticket, and a note's is staff's", async () => {
    for (const name of ["helena", "jonas"] as const)
      expect((await world.as(name).get(`/tickets/${ticket}/audience`)).status).toBe(404);
    expect((await world.as("nobody").get(`/tickets/${ticket}/audience`)).status).toBe(403);
    expect((await world.as().get(`/tickets/${ticket}/audience`)).status).toBe(401);
    const note = await world.as("tomas").get(`/tickets/${ticket}/audience`, { visibility: "internal" });
    expect([note.status, note.body.code]).toEqual([403, "comment.internal_staff_only"]);
  });

  it("names the readers to staff, those who are not reached, and those of another company", async () => {
    await Promise.all((["priya", "lena", "helena"] as const).map((name) => follow(name)));
    await world.as("lena").patch("/settings/notifications", { reply: false });
    await bounce("priya");
    const seen = await audience("idris");
    await world.as("lena").patch("/settings/notifications", { reply: true });
    await heal();
    expect(names(seen.readers)).toEqual(["Helena Marsh", "Tomás Aguilar"]);
    expect(seen.readers.find(({ fullname }: { fullname: string }) => fullname === "Tomás Aguilar")).toEqual({
      user_id: world.idOf("tomas"),
      fullname: "Tomás Aguilar",
      address: "tomas@kestrel.test",
      user_type: "external",
    });
    expect(names(seen.silent)).toEqual(["Lena Fischer"]);
    expect(names(seen.unreachable)).toEqual(["Priya Nair"]);
    expect(seen.outside).toEqual([
      { user_id: world.idOf("helena"), fullname: "Helena Marsh", company_name: "Aster Legal" },
    ]);
  });

  it("is nobody for a note, and for a ticket in the trash", async () => {
    expect((await audience("lena", { visibility: "internal" })).readers).toEqual([]);
    await world.as("maren").delete(`/tickets/${ticket}`);
    expect((await audience("maren")).readers).toEqual([]);
  });

  it("tells clients names: of clients and the assignee, and neither watchers, addresses nor who is silent", async () => {
    await Promise.all((["priya", "lena", "maren"] as const).map((name) => follow(name)));
    await world.as("priya").patch("/settings/notifications", { reply: false });
    const seen = await audience("tomas");
    expect(seen).toMatchObject({ silent: [], unreachable: [], outside: [] });
    expect(seen.readers).toEqual([
      { user_id: world.idOf("idris"), fullname: "Idris Okafor", address: null, user_type: "internal" },
    ]);
    await world.as("priya").patch("/settings/notifications", { reply: true });
    expect(names((await audience("tomas")).readers)).toEqual(["Idris Okafor", "Priya Nair"]);
  });

  it("tells clients nothing by which they could try what somebody's address is", async () => {
    const { digest } = await audience("tomas");
    const guess = `${world.idOf("idris")} ${world.people.idris.email}`;
    expect(digest).not.toBe(createHash("sha256").update(guess).digest("hex").slice(0, digest.length));
    await world.as("maren").patch(`/users/${world.idOf("idris")}`, { email: "idris.okafor@waypost.test" });
    const after = await audience("tomas");
    await world.as("maren").patch(`/users/${world.idOf("idris")}`, { email: world.people.idris.email });
    expect(after.digest).toBe(digest);
  });

  it("is exactly who gets the mail", async () => {
    const people: Name[] = ["maren", "rafael", "lena", "priya", "helena", "jonas", "nobody"];
    const writers: Name[] = ["idris", "lena", "maren"];
    await assert(
      asyncProperty(
        record({
          followers: subarray(people),
          silent: subarray<Name>(["tomas", "idris", ...people]),
          bounced: subarray<Name>(["tomas", "idris", ...people]),
          by: constantFrom(...writers),
        }),
        async ({ followers, silent, bounced, by }) => {
          ticket = await raise();
          for (const name of followers) await follow(name);
          await world.drain();
          for (const name of silent) await world.as(name).patch("/settings/notifications", { reply: false });
          for (const name of bounced) await bounce(name);
          smtp.arrived.length = 0;
          const seen = await audience(by);
          expect((await answer(by, { audience_seen: seen.digest })).status).toBe(201);
          await world.drain();
          for (const name of silent) await world.as(name).patch("/settings/notifications", { reply: true });
          await heal();
          expect(smtp.arrived.flatMap(({ recipients }) => recipients).toSorted()).toEqual(
            seen.readers.map(({ address }: { address: string }) => address).toSorted(),
          );
        },
      ),
      { numRuns: 6 },
    );
  }, 240_000);
});

describe("an answer whose readers have changed", () => {
  it("is refused with the readers as they are now, written after another look, and never twice", async () => {
    const { digest } = await audience("idris");
    await follow("helena");
    const refused = await answer("idris", { audience_seen: digest });
    expect([refused.status, refused.body.code]).toEqual([409, "comment.audience_changed"]);
    expect(refused.body.detail).toBe("The people who will read this have changed");
    expect(names(refused.body.audience.readers)).toEqual(["Helena Marsh", "Tomás Aguilar"]);
    expect((await world.as("idris").get(`/tickets/${ticket}/comments`)).body.total).toBe(0);
    expect((await answer("idris", { audience_seen: refused.body.audience.digest })).status).toBe(201);
  });

  it("goes to a client in the names that they know, however the staff around it changes", async () => {
    const { digest } = await audience("tomas");
    await follow("lena");
    expect((await answer("tomas", { audience_seen: digest })).status).toBe(201);
    await follow("priya");
    const refused = await answer("tomas", { audience_seen: digest });
    expect(refused.status).toBe(409);
    expect(refused.text).not.toContain("@");
    expect(refused.text).not.toContain("Lena");
  });

  it("is written where nobody looked, and as a note", async () => {
    expect((await answer("idris", {})).status).toBe(201);
    expect((await answer("idris", { audience_seen: "of old", visibility: "internal" })).status).toBe(201);
  });
});
