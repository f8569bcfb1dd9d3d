import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { markBounced } from "#server/mail/bounced-addresses.ts";
import { makeWorld, type Name, type World } from "../../test/support/app/app-with-people.ts";
import { makeMailbox } from "../../test/support/incoming/mailboxes.ts";
import { runClocks, switchOn } from "../../test/support/sla-clock/service-levels.ts";
import { startSmtp } from "../../test/support/mail-servers/smtp-server.ts";
import { watchStatements } from "../../test/support/database/watch-statements.ts";
import { announceComment } from "./jobs.ts";

/** The request, the job that writes the mails, one that sends, and the clocks of the ticket with a look for what they warn of. */
const ONE_READER = 6 + 9 + 3 + 15;
/** Takes the mail, finds its mailbox, and says that it has left. */
const FURTHER_READER = 3;

let smtp: Awaited<ReturnType<typeof startSmtp>>;
let world: World;
beforeAll(async () => {
  smtp = await startSmtp();
  world = await makeWorld({ SMTP_URL: smtp.url, MAIL_FROM: "Desk <desk@desk.test>" });
  await makeMailbox(world.db, world.clock.now(), { address: "help@desk.test", is_default: true });
  await switchOn(world);
});
afterAll(async () => {
  await world.end();
  await smtp.stop();
});

const settle = async () => {
  await world.drain();
  await runClocks(world);
};

/** A ticket of Tomás with these followers, which Idris has answered once before. */
async function raise(followers: readonly Name[]): Promise<string> {
  const idris = world.as("idris");
  const asked = { subject: "Scanner", issue: "It jams.", client_id: world.idOf("tomas") };
  const { id } = (await idris.post("/tickets", { ...asked, assignee_id: world.idOf("idris") })).body.ticket;
  for (const name of followers)
    expect(
      (await idris.post(`/tickets/${id}/participants`, { user_id: world.idOf(name) })).status,
    ).toBeLessThan(300);
  await idris.post(`/tickets/${id}/comments`, { comment: "Which tray?" });
  await settle();
  smtp.arrived.length = 0;
  world.pass(60_000);
  return id;
}

/** What the queue asks, what open windows are told and who was seen: not of each answer, but of all in a while. */
const isAside = (text: string) =>
  text === "select 1" || /clock_timestamp\(\)|pgboss\.|pg_notify\(|"last_online" =/.test(text);

async function answer(id: string): Promise<{ statements: number; comment: string }> {
  const idris = world.as("idris");
  // Signs in before anything is counted.
  await idris.get(`/tickets/${id}`);
  let statements = 0;
  const stop = watchStatements((text) => (statements += isAside(text) ? 0 : 1));
  const { status, body } = await idris.post(`/tickets/${id}/comments`, { comment: "Try the other tray." });
  await settle();
  stop();
  expect(status).toBe(201);
  return { statements, comment: body.id };
}

const arrivedAt = () => smtp.arrived.flatMap(({ recipients }) => recipients).toSorted();

describe("an answer", () => {
  it("takes few statements until its mail has left, and three for each further reader, outside or of the staff", async () => {
    const one = await answer(await raise([]));
    expect(arrivedAt()).toEqual(["tomas@kestrel.test"]);
    const three = await answer(await raise(["priya", "lena"]));
    expect(arrivedAt()).toEqual(["lena@waypost.test", "priya@kestrel.test", "tomas@kestrel.test"]);
    expect(one.statements).toBeLessThanOrEqual(ONE_READER);
    expect(three.statements - one.statements).toBeLessThanOrEqual(2 * FURTHER_READER);
  });

  it("reaches the others where mail does not reach one of them, and nobody twice", async () => {
    const id = await raise(["priya", "lena"]);
    const mail = await world.db
      .selectFrom("mails")
      .select(["id", "ticket_id", "user_id", "to"])
      .where("ticket_id", "=", id)
      .where("to", "=", "priya@kestrel.test")
      .executeTakeFirstOrThrow();
    await markBounced({ db: world.db, now: world.clock.now() }, mail, "gone");
    const { comment } = await answer(id);
    await announceComment(world.app, { comment_id: comment });
    await world.drain();
    expect(arrivedAt()).toEqual(["lena@waypost.test", "tomas@kestrel.test"]);
    const kept = await world.db
      .selectFrom("mails")
      .select(["to", "state", "next_attempt_at"])
      .where("comment_id", "=", comment)
      .where("state", "<>", "sent")
      .execute();
    expect(kept).toEqual([{ to: "priya@kestrel.test", state: "skipped", next_attempt_at: null }]);
  });
});
