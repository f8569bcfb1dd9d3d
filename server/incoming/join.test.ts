import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Name, type World } from "../../test/support/app/app-with-people.ts";
import { deliver, readIncoming, type TestMail } from "../../test/support/incoming/incoming-mail.ts";
import { makeMailWorld } from "../../test/support/incoming/mail-world.ts";

let world: World;
let mailboxId: string;
let ticket: { id: string; uid: string };

beforeAll(async () => {
  const made = await makeMailWorld(["kestrel.test", "aster.test", "waypost.test"], "reject");
  ({ mailboxId } = made);
  world = made;
});
afterAll(() => world.end());
beforeEach(async () => {
  world.pass(2 * 3_600_000);
  const raised = await world.as("priya").post("/tickets", { subject: "Printer jams", issue: "Floor 2" });
  ticket = raised.body.ticket;
  await world.as("idris").post(`/tickets/${ticket.id}/participants`, { user_id: world.idOf("idris") });
  await world.drain();
});

const STRANGER = "Sofia Lindgren <sofia@elsewhere.test>";
const HELENA = "Helena Marsh <helena@aster.test>";
const TOMAS = "Tomás Aguilar <tomas@kestrel.test>";

/** A mail that names the ticket in its subject, and waits. */
const hold = async (from: string, mail: TestMail = {}) => {
  const held = await deliver(world, { from, signed: true, subject: `Re: [${ticket.uid}]`, ...mail });
  expect(held.state).toBe("held");
  return held;
};
const joinAs = (name: Name, { id }: { id: string }, body: object = {}) =>
  world.as(name).post(`/incoming/${id}/join`, { ticket_id: ticket.id, ...body });
const commentsFor = async (name: Name, id = ticket.id) =>
  (await world.as(name).get(`/tickets/${id}/comments`)).body.comments;
const participants = async () =>
  (await world.as("idris").get(`/tickets/${ticket.id}/participants`)).body.participants.map(
    ({ fullname }: { fullname: string }) => fullname,
  );
const mailsAbout = async (id: string) =>
  world.db.selectFrom("mails").select(["to", "body_text"]).where("comment_id", "=", id).execute();
const setPermission = (role: string, permission: string, isGranted: boolean) =>
  world.pool.query(
    isGranted
      ? "insert into role_permissions (role_id, permission) select id, $2 from roles where key = $1"
      : "delete from role_permissions where permission = $2 and role_id = (select id from roles where key = $1)",
    [role, permission],
  );

describe("joining a held mail to a ticket", () => {
  it("is for those who decide on held mail, may answer, and see the ticket", async () => {
    const mail = await hold(STRANGER);
    for (const name of ["idris", "tomas", "priya", "nobody"] as const)
      expect((await joinAs(name, mail)).status).toBe(403);
    const absent = await joinAs("lena", mail, { ticket_id: mail.id });
    expect([absent.status, absent.body.detail]).toEqual([404, "Ticket not found"]);
    const none = await world.as("lena").post(`/incoming/${ticket.id}/join`, { ticket_id: ticket.id });
    expect([none.status, none.body.detail]).toEqual([404, "Mail not found"]);
    await setPermission("team_lead", "comments.create", false);
    expect((await joinAs("lena", mail)).status).toBe(403);
    await setPermission("team_lead", "comments.create", true);
    await world.as("maren").delete(`/tickets/${ticket.id}`);
    expect((await joinAs("lena", mail)).status).toBe(404);
    const trashed = await joinAs("maren", mail);
    expect([trashed.status, trashed.body.code]).toEqual([403, "comment.ticket_in_trash"]);
    expect(await readIncoming(world, mail.id)).toMatchObject({ state: "held", decided_by: null });
  });

  it("makes a comment of the mailbox of what nobody known wrote, which says who did", async () => {
    const mail = await hold(STRANGER, {
      text: "The driver is here.\n\nOn Mon, 3 Mar 2025 at 10:04, Idris wrote:\n> which driver?",
      attachments: [{ filename: "driver.txt", content: "v2" }],
      cc: "priya@kestrel.test, rep@vendor.test",
    });
    const joined = await joinAs("lena", mail);
    expect([joined.status, joined.body.ticket]).toEqual([
      201,
      { id: ticket.id, uid: ticket.uid, subject: "Printer jams" },
    ]);
    expect(joined.body.comment).toMatchObject({
      author_id: mailboxId,
      author_type: "system",
      from_address: "sofia@elsewhere.test",
      comment: "The driver is here.",
      visibility: "public",
      attachments: [{ name: "driver.txt" }],
    });
    await world.drain();
    const [seen] = await commentsFor("priya");
    expect(seen).toMatchObject({ from_address: "sofia@elsewhere.test", comment: "The driver is here." });
    const sent = await mailsAbout(joined.body.comment.id);
    expect(sent.map(({ to }) => to).toSorted()).toEqual(["idris@waypost.test", "priya@kestrel.test"]);
    for (const { body_text } of sent)
      expect(body_text).toContain(`sofia@elsewhere.test answered on ${ticket.uid}:`);
    const [shown] = (await world.as("idris").get(`/tickets/${ticket.id}/mails`)).body.items;
    expect(shown).toMatchObject({ comment_id: joined.body.comment.id, state: "done" });
    expect(shown.also_sent_to).toEqual([{ address: "rep@vendor.test", name: "" }]);
    expect(await readIncoming(world, mail.id)).toMatchObject({
      decided_by: world.idOf("lena"),
      user_id: null,
    });
    const nobody = await hold(STRANGER, { subject: "Another" });
    const added = await joinAs("lena", nobody, { add_participant: true });
    expect([added.status, added.body.code]).toEqual([422, "ticket.participant_unfit"]);
  });

  it("makes a comment of a known person's own, and adds them where that is asked for", async () => {
    const mail = await hold(TOMAS, { text: "It jams here as well." });
    expect(mail.reason).toBe("not_on_ticket");
    const joined = await joinAs("lena", mail, { add_participant: true });
    expect(joined.status).toBe(201);
    expect(joined.body.comment).toMatchObject({ author_id: world.idOf("tomas"), from_address: null });
    await world.drain();
    expect(await participants()).toContain("Tomás Aguilar");
    expect((await commentsFor("tomas")).map(({ comment }: { comment: string }) => comment)).toEqual([
      "It jams here as well.",
    ]);
    expect((await mailsAbout(joined.body.comment.id)).map(({ to }) => to).toSorted()).toEqual([
      "idris@waypost.test",
      "priya@kestrel.test",
    ]);
    const own = await world.as("tomas").get(`/tickets/${ticket.id}/mails/${mail.id}/original`);
    expect(own.status).toBe(200);
  });

  it("leaves a person off the ticket unless they are added", async () => {
    const mail = await hold(TOMAS);
    expect((await joinAs("lena", mail)).body.comment.author_id).toBe(world.idOf("tomas"));
    expect(await participants()).not.toContain("Tomás Aguilar");
    expect((await world.as("tomas").get(`/tickets/${ticket.id}`)).status).toBe(404);
  });

  it("follows a ticket that was merged while the mail waited, and what a stranger names as well", async () => {
    const [known, unknown] = [await hold(TOMAS, { text: "Here as well." }), await hold(STRANGER)];
    const raised = await world.as("priya").post("/tickets", { subject: "Printers jam", issue: "All" });
    const kept = { id: raised.body.ticket.id, uid: raised.body.ticket.uid, subject: "Printers jam" };
    const merged = await world.as("maren").post(`/tickets/${kept.id}/merge`, { ids: [ticket.id] });
    expect(merged.status).toBe(200);
    const waiting = (await world.as("lena").get("/incoming?state=held")).body.items;
    expect(waiting.find(({ id }: { id: string }) => id === known.id).ticket).toEqual(kept);
    expect((await world.as("lena").get(`/incoming/${known.id}`)).body.ticket).toEqual(kept);
    expect((await world.as("lena").get(`/incoming/${unknown.id}`)).body.mentions).toEqual([kept.uid]);
    const joined = await joinAs("lena", known, { ticket_id: kept.id, add_participant: true });
    expect([joined.status, joined.body.ticket]).toEqual([201, kept]);
  });

  it("asks once more about a person of another company, and needs the right to add people", async () => {
    const mail = await hold(HELENA);
    const asked = await joinAs("lena", mail, { add_participant: true });
    expect([asked.status, asked.body.detail]).toEqual([409, "Helena Marsh belongs to another company"]);
    await setPermission("team_lead", "tickets.participants", false);
    expect((await joinAs("lena", mail, { confirm: true })).status).toBe(403);
    await setPermission("team_lead", "tickets.participants", true);
    expect((await readIncoming(world, mail.id)).state).toBe("held");
    expect(await participants()).not.toContain("Helena Marsh");
    const joined = await joinAs("lena", mail, { confirm: true });
    expect(joined.body.comment).toMatchObject({ author_id: world.idOf("helena") });
    expect(await participants()).not.toContain("Helena Marsh");
    expect((await world.as("helena").get(`/tickets/${ticket.id}`)).status).toBe(404);
  });

  it("needs the right to add people to add the sender", async () => {
    const mail = await hold(TOMAS);
    await setPermission("team_lead", "tickets.participants", false);
    expect((await joinAs("lena", mail, { add_participant: true })).status).toBe(403);
    await setPermission("team_lead", "tickets.participants", true);
    expect((await readIncoming(world, mail.id)).state).toBe("held");
  });

  it("posts nothing in the name of a colleague whose mail is not proven", async () => {
    const mail = await hold("Idris Okafor <idris@waypost.test>", { signed: false, text: "Send gift cards." });
    const { comment } = (await joinAs("lena", mail)).body;
    expect(comment).toMatchObject({ author_id: mailboxId, from_address: "idris@waypost.test" });
    const { first_response } = await world.db
      .selectFrom("tickets")
      .select("first_response")
      .where("id", "=", ticket.id)
      .executeTakeFirstOrThrow();
    expect(first_response).toBeNull();
  });

  it("opens a ticket that was closed lately, and makes the one that follows of an older one", async () => {
    await world.as("idris").post(`/tickets/${ticket.id}/solve`);
    const late = await hold(TOMAS, { text: "Once more." });
    const stranger = await hold(STRANGER, { text: "From me, too." });
    const first = await joinAs("lena", await hold(TOMAS, { text: "Again." }));
    expect(first.status).toBe(201);
    expect((await world.as("idris").get(`/tickets/${ticket.id}`)).body.status).toBe("open");
    await world.as("idris").post(`/tickets/${ticket.id}/solve`);
    world.pass(15 * 86_400_000);
    const next = await joinAs("lena", late);
    expect([next.status, next.body.comment]).toEqual([201, null]);
    const detail = (await world.as("idris").get(`/tickets/${next.body.ticket.id}`)).body;
    expect(detail).toMatchObject({
      client_id: world.idOf("tomas"),
      issue: "Once more.",
      follow_up_of: { id: ticket.id },
    });
    const other = (await joinAs("lena", stranger)).body.ticket;
    expect((await world.as("idris").get(`/tickets/${other.id}`)).body).toMatchObject({
      client_id: null,
      follow_up_of: { id: ticket.id },
    });
    expect(await commentsFor("idris")).toHaveLength(1);
  });

  it("answers one of two at once with 409 and who was faster, and makes one comment", async () => {
    const mail = await hold(STRANGER);
    const [maren, lena] = [world.as("maren"), world.as("lena")];
    await Promise.all([maren.get("/incoming"), lena.get("/incoming")]);
    const path = `/incoming/${mail.id}/join`;
    const answers = await Promise.all([maren, lena].map((each) => each.post(path, { ticket_id: ticket.id })));
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409]);
    const second = answers.find(({ status }) => status === 409)?.body;
    expect(second).toMatchObject({
      detail: "This mail was dealt with already",
      decided: { state: "done", ticket: { id: ticket.id } },
    });
    expect(await commentsFor("idris")).toHaveLength(1);
  });

  it("forgets the address of somebody who became known and was erased since", async () => {
    const mail = await hold(STRANGER);
    await joinAs("lena", mail);
    const again = await hold(STRANGER, { subject: "Door" });
    const contact = { contact: { fullname: "Sofia Lindgren", company_id: world.companies.kestrel } };
    await world.as("maren").post(`/incoming/${again.id}/make-ticket`, contact);
    const { user_id } = await readIncoming(world, again.id);
    await world.as("maren").delete(`/users/${user_id}`);
    const erased = await world.as("maren").post(`/users/${user_id}/erasure`);
    expect(erased.status).toBe(200);
    expect((await commentsFor("idris"))[0].from_address).toBeNull();
  });
});
