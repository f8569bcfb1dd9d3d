import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeWorld, type Name, type World } from "../../test/support/app/app-with-people.ts";
import { startSmtp } from "../../test/support/mail-servers/smtp-server.ts";

let smtp: Awaited<ReturnType<typeof startSmtp>>;
let world: World;
let ticket: string;
beforeAll(async () => {
  smtp = await startSmtp();
  world = await makeWorld({ SMTP_URL: smtp.url, MAIL_FROM: "help@desk.test" });
});
afterAll(async () => {
  await world.end();
  await smtp.stop();
});
beforeEach(async () => {
  const raised = await world.as("idris").post("/tickets", {
    subject: "Scanner jams",
    issue: "Bay 3",
    client_id: world.idOf("tomas"),
    assignee_id: world.idOf("idris"),
  });
  ticket = raised.body.ticket.id;
  await world.drain();
  smtp.arrived.length = 0;
});

const nameOf = (name: Name) => world.people[name].fullname;
const write = (by: Name, names: readonly Name[], more: object = {}) =>
  world.as(by).post(`/tickets/${ticket}/comments`, {
    comment: `${names.map((name) => `@${nameOf(name)}`).join(" ")} please look.`,
    mentions: names.map(world.idOf),
    ...more,
  });
const PEOPLE = ["maren", "rafael", "lena", "idris", "priya", "tomas", "helena", "jonas", "nobody"] as const;
const note = { visibility: "internal" };
const listed = async (by: Name, query: Record<string, string> = {}) => {
  const { status, body } = await world.as(by).get(`/tickets/${ticket}/mentionable`, query);
  return status === 200 ? body.users.map(({ fullname }: { fullname: string }) => fullname) : status;
};
const mails = async () => {
  await world.drain();
  return smtp.arrived.map(({ recipients, raw, text, html }) => ({
    to: recipients[0] ?? "",
    raw: `${raw}\n${text}\n${html}`,
  }));
};

describe("a mention is refused", () => {
  it("of people from outside in an internal note", async () => {
    const { status, body } = await write("idris", ["tomas"], note);
    expect([status, body.detail]).toEqual([422, "Only staff can be mentioned in an internal note"]);
  });

  it("of whoever cannot see the ticket, by name to staff", async () => {
    const { status, body } = await write("idris", ["helena"]);
    expect([status, body.detail]).toEqual([422, "Helena Marsh cannot see this ticket"]);
    expect((await write("idris", ["nobody"])).body.detail).toBe("Noor Haddad cannot see this ticket");
  });

  it("of whom a client does not know on the ticket, in words that tell nothing of them", async () => {
    for (const name of ["rafael", "helena", "jonas", "priya"] as const) {
      const { status, body } = await write("tomas", [name]);
      expect([name, status, body.code]).toEqual([name, 422, "comment.mention_unknown"]);
      expect(body.detail).not.toContain(nameOf(name));
    }
  });

  it("of a name that does not stand in the text, of nobody, and of more than twenty", async () => {
    const path = `/tickets/${ticket}/comments`;
    const idris = world.as("idris");
    const absent = await idris.post(path, { comment: "Lena Fischer", mentions: [world.idOf("lena")] });
    expect([absent.status, absent.body.detail]).toEqual([422, "A mention must stand in the text"]);
    const unknown = await idris.post(path, { comment: "@x", mentions: [crypto.randomUUID()] });
    expect([unknown.status, unknown.body.code]).toEqual([422, "comment.mention_unknown"]);
    const many = Array.from({ length: 21 }, () => crypto.randomUUID());
    const refused = await idris.post(path, { comment: "@x", mentions: many });
    expect([refused.status, refused.body.detail]).toEqual([
      422,
      "At most 20 people can be mentioned at once",
    ]);
    expect((await idris.get(path)).body.total).toBe(0);
  });
});

describe("the list of who can be mentioned", () => {
  it("is not there for whoever does not see the ticket, and for a note not for clients", async () => {
    expect(await listed("jonas")).toBe(404);
    expect(await listed("nobody")).toBe(403);
    expect(await listed("tomas", note)).toBe(403);
  });

  it("has for staff all staff, and in public who sees the ticket, those on it first", async () => {
    expect(await listed("idris", note)).toEqual(["Lena Fischer", "Maren Solberg", "Rafael Monteiro"]);
    expect(await listed("idris")).toEqual([
      "Tomás Aguilar",
      "Lena Fischer",
      "Maren Solberg",
      "Priya Nair",
      "Rafael Monteiro",
    ]);
    expect(await listed("idris", { search: "tomas" })).toEqual(["Tomás Aguilar"]);
    // A name that begins so stands before one that has it within.
    expect(await listed("idris", { ...note, search: "r" })).toEqual([
      "Rafael Monteiro",
      "Lena Fischer",
      "Maren Solberg",
    ]);
  });

  it("leaves out a client admin where the ticket is confidential", async () => {
    await world.db.updateTable("tickets").set({ confidential: true }).where("id", "=", ticket).execute();
    expect(await listed("idris", { search: "Nair" })).toEqual([]);
    expect((await write("idris", ["priya"])).body.detail).toBe("Priya Nair cannot see this ticket");
  });

  it("has for clients whom they know on the ticket, and no more", async () => {
    expect(await listed("tomas")).toEqual(["Idris Okafor"]);
    await world
      .as("rafael")
      .post(`/tickets/${ticket}/comments`, { comment: "A word", visibility: "internal" });
    await world.as("lena").post(`/tickets/${ticket}/comments`, { comment: "An answer" });
    await world.as("maren").post(`/tickets/${ticket}/participants`, { user_id: world.idOf("priya") });
    await world.as("maren").post(`/tickets/${ticket}/participants`, { user_id: world.idOf("maren") });
    expect(await listed("tomas")).toEqual(["Idris Okafor", "Lena Fischer", "Priya Nair"]);
  });

  it("is the rule: whoever it names can be mentioned, and nobody else", async () => {
    await world.as("lena").post(`/tickets/${ticket}/comments`, { comment: "An answer" });
    for (const by of ["idris", "priya", "tomas"] as const)
      for (const visibility of by === "idris" ? ["public", "internal"] : ["public"]) {
        const names = await listed(by, { visibility });
        for (const name of PEOPLE) {
          if (name === by) continue;
          const { status } = await write(by, [name], { visibility });
          expect([by, visibility, name, status]).toEqual([
            by,
            visibility,
            name,
            names.includes(nameOf(name)) ? 201 : 422,
          ]);
        }
      }
  });
});

describe("what a comment says of its mentions", () => {
  it("is the names as they stand in the text, to clients of whom they know alone", async () => {
    const made = await write("idris", ["rafael", "tomas", "idris"]);
    const both = [
      { user_id: world.idOf("rafael"), name: "Rafael Monteiro" },
      { user_id: world.idOf("tomas"), name: "Tomás Aguilar" },
    ].toSorted((a, b) => (a.user_id < b.user_id ? -1 : 1));
    expect(made.body.mentions).toEqual(both);
    const read = async (by: Name) => (await world.as(by).get(`/tickets/${ticket}/comments`)).body.comments[0];
    expect((await read("idris")).mentions).toEqual(both);
    expect((await read("tomas")).mentions).toEqual([{ user_id: world.idOf("tomas"), name: "Tomás Aguilar" }]);
    await world.as("idris").delete(`/tickets/${ticket}/comments/${made.body.id}`);
    expect((await read("idris")).mentions).toEqual([]);
  });

  it("stays when somebody gets another name, also through an edit", async () => {
    const { body } = await write("idris", ["rafael"], note);
    await world.as("maren").patch(`/users/${world.idOf("rafael")}`, { fullname: "Rafael Costa" });
    const path = `/tickets/${ticket}/comments/${body.id}`;
    const edited = await world.as("idris").put(path, { comment: `${body.comment} Today.` });
    await world.as("maren").patch(`/users/${world.idOf("rafael")}`, { fullname: "Rafael Monteiro" });
    expect(edited.body.mentions).toEqual([{ user_id: world.idOf("rafael"), name: "Rafael Monteiro" }]);
    const without = await world.as("idris").put(path, { comment: "Nobody" });
    expect(without.body.mentions).toEqual([]);
  });
});

describe("a mentioned person is mailed", () => {
  it("that there is a note, and never a word of it", async () => {
    const comment = `@${nameOf("lena")} @${nameOf("rafael")} quokkaword`;
    await write("idris", ["lena", "rafael"], { ...note, comment });
    const sent = await mails();
    expect(sent.map(({ to }) => to).toSorted()).toEqual(["lena@waypost.test", "rafael@waypost.test"]);
    for (const { raw } of sent) {
      expect(raw).toContain("Idris Okafor mentioned you in an internal note on");
      expect(raw).toContain("You get this mail because you were mentioned.");
      expect(raw).not.toContain("quokkaword");
    }
  });

  it("with the words of a public answer, also where they are not on the ticket", async () => {
    await write("idris", ["priya"]);
    const sent = await mails();
    const mail = sent.find(({ to }) => to === "priya@kestrel.test");
    expect(mail?.raw).toContain("Idris Okafor mentioned you on");
    expect(mail?.raw).toContain("please look.");
  });

  it("once: whoever gets the answer gets no second mail, unless they get no answers", async () => {
    await write("idris", ["tomas"]);
    expect((await mails()).map(({ to }) => to)).toEqual(["tomas@kestrel.test"]);
    smtp.arrived.length = 0;
    await world.as("tomas").patch("/settings/notifications", { reply: false });
    await write("idris", ["tomas"]);
    const [only, ...others] = await mails();
    await world.as("tomas").patch("/settings/notifications", { reply: true });
    expect(others).toEqual([]);
    expect(only?.raw).toContain("mentioned you on");
  });

  it("not where they switched that off, nor for naming themselves", async () => {
    await world.as("lena").patch("/settings/notifications", { mention: false });
    await write("idris", ["lena", "idris"], note);
    const sent = await mails();
    await world.as("lena").patch("/settings/notifications", { mention: true });
    expect(sent).toEqual([]);
  });

  it("by an edit only if they are new", async () => {
    const { body } = await write("idris", ["lena"], note);
    await mails();
    smtp.arrived.length = 0;
    const path = `/tickets/${ticket}/comments/${body.id}`;
    const comment = `${body.comment} @${nameOf("rafael")}`;
    const mentions = [world.idOf("lena"), world.idOf("rafael")];
    expect((await world.as("idris").put(path, { comment, mentions })).body.mentions).toHaveLength(2);
    expect((await mails()).map(({ to }) => to)).toEqual(["rafael@waypost.test"]);
  });

  it("not of a comment that was deleted before", async () => {
    const { body } = await write("idris", ["lena"], note);
    await world.as("idris").delete(`/tickets/${ticket}/comments/${body.id}`);
    expect(await mails()).toEqual([]);
  });
});
