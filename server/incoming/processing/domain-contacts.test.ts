import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { World } from "../../../test/support/app/app-with-people.ts";
import { deliver, type TestMail } from "../../../test/support/incoming/incoming-mail.ts";
import { makeMailWorld } from "../../../test/support/incoming/mail-world.ts";

let world: World;
let mailboxId: string;
beforeAll(async () => {
  const made = await makeMailWorld(["kestrel.test", "aster.test", "away.test"]);
  ({ mailboxId } = made);
  world = made;
});
afterAll(() => world.end());
beforeEach(async () => {
  world.pass(2 * 3_600_000);
  await world.db.deleteFrom("company_domains").execute();
});

const details = ({ state, reason }: { state: string; reason: string | null }) => [state, reason];
const send = (mail: TestMail) => deliver(world, mail, { mailboxId });

async function bind(domain = "kestrel.test", company: "kestrel" | "aster" = "kestrel") {
  const path = `/companies/${world.companies[company]}/domains`;
  expect((await world.as("maren").post(path, { domain })).status).toBe(201);
  const turned = await world.as("maren").patch(`${path}/${domain}`, { auto_contact: true });
  expect(turned.body.auto_contact).toBe(true);
}
const isVerified = async (domain = "kestrel.test") => {
  const row = await world.db
    .selectFrom("company_domains")
    .select("verified_at")
    .where("domain", "=", domain)
    .executeTakeFirst();
  return row?.verified_at !== null && row?.verified_at !== undefined;
};
const findUser = (email: string) =>
  world.db
    .selectFrom("users as u")
    .innerJoin("user_roles as ur", "ur.user_id", "u.id")
    .innerJoin("roles as r", "r.id", "ur.role_id")
    .select(["u.id", "u.fullname", "u.company_id", "u.user_type", "r.name as role"])
    .where("u.email", "=", email)
    .executeTakeFirst();

describe("a domain of a company", () => {
  it("is verified by a known person of the company who writes from it with strong proof, and by nobody else", async () => {
    await bind();
    await send({ from: "tomas@kestrel.test", subject: "Without proof" });
    await send({ from: "stranger@kestrel.test", subject: "Nobody known", signed: true });
    expect(await isVerified()).toBe(false);
    await bind("aster.test");
    await send({ from: "jonas@aster.test", subject: "Of another company", signed: true });
    expect(await isVerified("aster.test")).toBe(false);
    await send({ from: "tomas@kestrel.test", subject: "With proof", signed: true });
    expect(await isVerified()).toBe(true);
  });

  it("is not verified by a mail that waits", async () => {
    await bind();
    const foreign = await world.as("jonas").post("/tickets", { subject: "Theirs", issue: "x" });
    const held = await send({
      from: "tomas@kestrel.test",
      subject: `[${foreign.body.ticket.uid}] Hi`,
      signed: true,
    });
    expect(details(held)).toEqual(["held", "other_company"]);
    expect(await isVerified()).toBe(false);
  });
});

describe("somebody new who writes from a domain where new people become contacts", () => {
  it("becomes one with strong proof, by the mailbox, and has a ticket and its confirmation", async () => {
    await bind();
    await send({ from: "tomas@kestrel.test", subject: "Shows the domain", signed: true });
    const from = { name: "Ines Duarte", address: "Ines@kestrel.test" };
    const mail = await send({ from, subject: "Badge", text: "It is dark", signed: true });
    const made = await findUser("ines@kestrel.test");
    expect(made).toMatchObject({
      fullname: "Ines Duarte",
      company_id: world.companies.kestrel,
      user_type: "external",
      role: "Client",
    });
    expect(mail).toMatchObject({ state: "done", opened_ticket: true, user_id: made?.id });
    const ticket = await world.as("idris").get(`/tickets/${mail.ticket_id}`);
    expect(ticket.body).toMatchObject({
      client_id: made?.id,
      company_id: world.companies.kestrel,
      issue: "It is dark",
    });
    const history = await world.db
      .selectFrom("history")
      .select(["principal_id", "via"])
      .where("kind", "=", "user.created")
      .where("entity_id", "=", made?.id ?? "")
      .execute();
    expect(history).toEqual([{ principal_id: mailboxId, via: "mail" }]);
    const mails = await world.db
      .selectFrom("mails")
      .select(["ticket_id", "auto_submitted"])
      .where("to", "=", "ines@kestrel.test")
      .execute();
    expect(mails).toEqual([{ ticket_id: mail.ticket_id, auto_submitted: "auto-replied" }]);
    const again = await send({ from, subject: "Badge again", signed: true });
    expect(again).toMatchObject({ state: "done", user_id: made?.id });
  });

  it("waits without proof, from a domain that is not verified, by a machine, and where nobody said so", async () => {
    await bind();
    const early = await send({ from: "early@kestrel.test", signed: true });
    await send({ from: "tomas@kestrel.test", subject: "Shows the domain", signed: true });
    const unproven = await send({ from: "unproven@kestrel.test" });
    for (const mail of [early, unproven]) {
      expect(details(mail)).toEqual(["held", "unknown_sender"]);
      expect(mail.suggested_company_id).toBe(world.companies.kestrel);
    }
    const headers = { "Auto-Submitted": "auto-generated" };
    expect(details(await send({ from: "robot@kestrel.test", headers, signed: true }))).toEqual([
      "ignored",
      "automatic",
    ]);
    await world
      .as("maren")
      .patch(`/companies/${world.companies.kestrel}/domains/kestrel.test`, { auto_contact: false });
    expect(details(await send({ from: "late@kestrel.test", signed: true }))).toEqual([
      "held",
      "unknown_sender",
    ]);
    for (const name of ["early", "unproven", "robot", "late"])
      expect(await findUser(`${name}@kestrel.test`)).toBeUndefined();
  });

  it("waits with a ticket of others in the subject, as anybody of the company", async () => {
    await bind();
    await send({ from: "tomas@kestrel.test", subject: "Shows the domain", signed: true });
    const raised = await world.as("priya").post("/tickets", { subject: "Secret", issue: "Of Priya" });
    const mail = await send({
      from: "curious@kestrel.test",
      subject: `[${raised.body.ticket.uid}] ?`,
      signed: true,
    });
    expect(details(mail)).toEqual(["held", "not_on_ticket"]);
  });
});

describe("a further address of a person", () => {
  it("is verified by a mail with strong proof from it", async () => {
    const path = `/users/${world.idOf("tomas")}/addresses`;
    expect((await world.as("maren").post(path, { address: "tomas@away.test" })).status).toBe(201);
    const read = async () => (await world.as("maren").get(path)).body.items[0].verified_at;
    await send({ from: "tomas@away.test", subject: "Without" });
    expect(await read()).toBeNull();
    const mail = await send({ from: "tomas@away.test", subject: "With", signed: true });
    expect(mail.user_id).toBe(world.idOf("tomas"));
    expect(await read()).toBe(world.clock.now().toISOString());
  });
});
