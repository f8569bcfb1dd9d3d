import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openBeside, type World } from "../../../test/support/app/app-with-people.ts";
import { readIncoming, storeRaw, writeMail } from "../../../test/support/incoming/incoming-mail.ts";
import { makeMailWorld } from "../../../test/support/incoming/mail-world.ts";
import { processMail } from "../process.ts";

let world: World;
beforeAll(async () => {
  world = await makeMailWorld(["kestrel.test"]);
  await sql`create function refuse_rows() returns trigger language plpgsql as
    $$ begin raise exception 'the disk of the database is full' using errcode = 'disk_full'; end $$`.execute(
    world.db,
  );
});
afterEach(async () => {
  world.pass(2 * 3_600_000);
  await sql`drop trigger if exists refuse_rows on history`.execute(world.db);
  await world.drain();
});
afterAll(() => world.end());

const TOMAS = "tomas@kestrel.test";
/** Late in the transaction of a mail: whatever it wrote before has to go. */
const breakDatabase = () =>
  sql`create trigger refuse_rows before insert on history for each row execute function refuse_rows()`.execute(
    world.db,
  );
const mendDatabase = () => sql`drop trigger refuse_rows on history`.execute(world.db);

async function store(subject: string): Promise<string> {
  const attachments = [{ filename: "list.csv", content: "a,b\n1,2\n" }];
  return (await storeRaw(world, await writeMail({ from: TOMAS, subject, attachments, signed: true }))).id;
}
const ticketsOf = (subject: string) =>
  world.db.selectFrom("tickets").select("id").where("subject", "=", subject).execute();

describe("a mail that the database does not take", () => {
  it("leaves nothing half, waits, and acts once when it is well again", async () => {
    const id = await store("Waits");
    await breakDatabase();
    await expect(processMail(world.app, id)).rejects.toThrow("disk of the database is full");
    expect(await readIncoming(world, id)).toMatchObject({ state: "stored", attempts: 1, ticket_id: null });
    expect(await ticketsOf("Waits")).toEqual([]);
    expect(await world.db.selectFrom("attachments").select("id").execute()).toEqual([]);
    await mendDatabase();
    await processMail(world.app, id);
    await processMail(world.app, id);
    expect(await readIncoming(world, id)).toMatchObject({ state: "done", opened_ticket: true });
    const [ticket] = await ticketsOf("Waits");
    expect((await world.as("tomas").get(`/tickets/${ticket?.id}`)).body.attachments).toHaveLength(1);
    expect(await ticketsOf("Waits")).toHaveLength(1);
  });

  it("has failed after six tries, where people see it and let it try again", async () => {
    const id = await store("Fails");
    await sql`create trigger refuse_rows before insert on tickets for each row execute function refuse_rows()`.execute(
      world.db,
    );
    for (let n = 1; n <= 5; n += 1) await expect(processMail(world.app, id)).rejects.toThrow("disk");
    await processMail(world.app, id);
    expect(await readIncoming(world, id)).toMatchObject({
      state: "failed",
      reason: "unreadable",
      attempts: 6,
    });
    const listed = await world.as("maren").get("/incoming", { state: "failed" });
    expect(listed.body.items.map((mail: { id: string }) => mail.id)).toEqual([id]);
    await sql`drop trigger refuse_rows on tickets`.execute(world.db);
    expect((await world.as("maren").post(`/incoming/${id}/retry`)).status).toBe(200);
    await world.drain();
    expect(await readIncoming(world, id)).toMatchObject({ state: "done", opened_ticket: true });
    expect(await ticketsOf("Fails")).toHaveLength(1);
  });
});

describe("two instances", () => {
  it("do what a mail is for once, whoever of them is first", async () => {
    const other = await openBeside(world);
    try {
      const ids = await Promise.all(["One", "Two", "Three", "Four"].map(store));
      await Promise.all(ids.flatMap((id) => [processMail(world.app, id), processMail(other.app, id)]));
      for (const subject of ["One", "Two", "Three", "Four"]) expect(await ticketsOf(subject)).toHaveLength(1);
      await Promise.all([world.drain(), other.app.jobs.drain(other.jobs)]);
      const confirmed = await world.db
        .selectFrom("mails")
        .select("id")
        .where("auto_submitted", "=", "auto-replied")
        .where("created_at", "=", world.clock.now())
        .execute();
      expect(confirmed).toHaveLength(1);
    } finally {
      await other.close();
    }
  });
});
