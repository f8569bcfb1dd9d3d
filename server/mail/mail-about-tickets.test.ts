import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeSmtpWorld, type SmtpWorld } from "../../test/support/mail-servers/smtp-world.ts";

let world: SmtpWorld;
let smtp: SmtpWorld["smtp"];
beforeAll(async () => {
  world = await makeSmtpWorld();
  ({ smtp } = world);
});
afterAll(() => world.end());
beforeEach(async () => {
  await world.drain();
  smtp.arrived.length = 0;
});

const raise = async (more: object = {}) =>
  (
    await world.as("idris").post("/tickets", {
      subject: "Scanner jams",
      issue: "Bay 3",
      client_id: world.idOf("tomas"),
      ...more,
    })
  ).body.ticket;
const answer = (name: "idris" | "lena" | "tomas" | "priya", id: string, more: object = {}) =>
  world.as(name).post(`/tickets/${id}/comments`, { comment: "Have you tried the other tray?", ...more });
const readers = () => smtp.arrived.flatMap(({ recipients }) => recipients).toSorted();

describe("mail about tickets", () => {
  it("confirms a new ticket to its requester, and tells its assignee but not who assigned", async () => {
    await raise({ assignee_id: world.idOf("lena") });
    await world.drain();
    expect(readers()).toEqual(["lena@waypost.test", "tomas@kestrel.test"]);
    smtp.arrived.length = 0;
    await raise({ assignee_id: world.idOf("idris") });
    await world.drain();
    expect(readers()).toEqual(["tomas@kestrel.test"]);
  });

  it("tells the other side of a public answer, never its author", async () => {
    const { id } = await raise({ assignee_id: world.idOf("idris") });
    await world.drain();
    smtp.arrived.length = 0;
    await answer("idris", id);
    await world.drain();
    expect(readers()).toEqual(["tomas@kestrel.test"]);
    smtp.arrived.length = 0;
    await answer("tomas", id);
    await world.drain();
    expect(readers()).toEqual(["idris@waypost.test"]);
    smtp.arrived.length = 0;
    await answer("lena", id);
    await world.drain();
    expect(readers()).toEqual(["idris@waypost.test", "tomas@kestrel.test"]);
  });

  it("never tells anybody of an internal note, nor of an answer that is gone", async () => {
    const { id } = await raise({ assignee_id: world.idOf("lena") });
    await world.drain();
    smtp.arrived.length = 0;
    await answer("idris", id, { visibility: "internal", comment: "The client is difficult" });
    const gone = await answer("idris", id);
    await world.as("idris").delete(`/tickets/${id}/comments/${gone.body.id}`);
    await world.drain();
    expect(readers()).toEqual([]);
  });

  it("names a picture where its place in the text would lead nowhere", async () => {
    const { id } = await raise({ assignee_id: world.idOf("idris") });
    await world.drain();
    smtp.arrived.length = 0;
    await answer("tomas", id, { comment: `See ![Screen](attachment:${crypto.randomUUID()}) of Bay 3` });
    await world.drain();
    const [notice] = smtp.to("idris@waypost.test");
    expect(notice?.text).toContain("> See [Screen] of Bay 3");
    expect(notice?.html).not.toContain("attachment:");
  });

  it("leaves out the deleted and those who said no", async () => {
    const { id } = await raise();
    await world.drain();
    smtp.arrived.length = 0;
    const silent = await world.as("tomas").patch("/settings/notifications", { reply: false });
    expect(silent.body).toEqual({ reply: false, ticket_created: true, assigned: true, mention: true });
    await answer("idris", id);
    await world.drain();
    expect(readers()).toEqual([]);
    await world.as("tomas").patch("/settings/notifications", { reply: true });
    await world.as("maren").delete(`/users/${world.idOf("tomas")}`);
    await answer("idris", id);
    await world.drain();
    expect(readers()).toEqual([]);
    await world.as("maren").post(`/users/${world.idOf("tomas")}/restore`);
  });

  it("tells a new assignee once, of one ticket or of many", async () => {
    const first = await raise();
    const second = await raise();
    await world.drain();
    smtp.arrived.length = 0;
    await world.as("idris").put(`/tickets/${first.id}`, { assignee_id: world.idOf("lena") });
    await world.drain();
    expect(smtp.to("lena@waypost.test").map(({ subject }) => subject)).toEqual([
      `[${first.uid}] Scanner jams`,
    ]);
    smtp.arrived.length = 0;
    await world
      .as("idris")
      .patch("/tickets/bulk", { ids: [first.id, second.id], assignee_id: world.idOf("rafael") });
    await world.drain();
    expect(smtp.to("rafael@waypost.test").map(({ subject }) => subject)).toEqual([
      "2 tickets are assigned to you",
    ]);
  });

  it("makes one conversation of them in a mail program", async () => {
    const { id, uid } = await raise();
    await answer("idris", id);
    await world.drain();
    await answer("lena", id);
    await world.drain();
    const [created, first, second] = smtp.to("tomas@kestrel.test");
    const root = `<ticket-${id}@desk.test>`;
    expect(created).toMatchObject({ subject: `[${uid}] Scanner jams`, inReplyTo: root });
    expect(first).toMatchObject({ subject: `Re: [${uid}] Scanner jams`, inReplyTo: created?.messageId });
    expect(second).toMatchObject({
      inReplyTo: first?.messageId,
      references: `${root} ${created?.messageId} ${first?.messageId}`,
    });
    expect(second?.replyTo?.[0]?.address).toMatch(/^help\+\d+\.[0-9a-f]{16}@desk\.test$/);
    expect(second?.text).toContain("> Have you tried the other tray?");
  });

  it("tells the leads of a team when a member leaves tickets behind", async () => {
    const wanted = {
      email: "leaving@waypost.test",
      fullname: "Leaving Agent",
      password: "a longer pass phrase",
    };
    const leaving = (await world.as("maren").post("/users", wanted)).body.id;
    await world
      .as("maren")
      .post("/groups", { name: "Night shift", member_ids: [leaving, world.idOf("lena")] });
    await raise({ assignee_id: leaving });
    await world.drain();
    smtp.arrived.length = 0;
    await world.as("maren").delete(`/users/${leaving}`);
    await world.drain();
    expect(smtp.to("lena@waypost.test").map(({ subject }) => subject)).toEqual([
      "One ticket needs a new assignee",
    ]);
  });
});
