import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { uploadFile } from "../../../test/support/app/upload-file.ts";
import { makeWorld, type Name, type World } from "../../../test/support/app/app-with-people.ts";
import { waitForLockWaiters } from "../../../test/support/database/lock-waiters.ts";

let world: World;
/** A ticket of Tomás at Kestrel. */
let id: string;

beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());
beforeEach(async () => {
  await world.pool.query("update companies set is_active = true");
  const raised = await world.as("tomas").post("/tickets", { subject: "Scanner", issue: "It jams." });
  id = raised.body.ticket.id;
});

/** Somebody's change of the subject, held up by another one's lock on the ticket; what happens meanwhile; its answer. */
async function changeWhile(name: Name, happens: string) {
  const doer = world.as(name);
  const other = await world.pool.connect();
  try {
    await other.query("begin");
    await other.query("select from tickets where id = $1 for update", [id]);
    const answer = doer.put(`/tickets/${id}`, { subject: "Jammed" });
    await waitForLockWaiters(world.pool, 1);
    await world.pool.query(happens);
    await other.query("commit");
    return await answer;
  } finally {
    other.release();
  }
}

const subject = async () => (await world.as("maren").get(`/tickets/${id}`)).body.subject;

describe("a change that waits for others", () => {
  it("is saved when nothing happened to its doer meanwhile", async () => {
    const answer = await changeWhile("idris", "select");
    expect([answer.status, await subject()]).toEqual([200, "Jammed"]);
  });

  it("is refused and not saved when the session ended meanwhile", async () => {
    const ended = `update sessions set revoked_at = now() where user_id = '${world.idOf("idris")}'`;
    const answer = await changeWhile("idris", ended);
    expect([answer.status, await subject()]).toEqual([401, "Scanner"]);
  });

  it("is refused and not saved when the role was taken meanwhile", async () => {
    const taken = `delete from user_roles where user_id = '${world.idOf("rafael")}'`;
    const answer = await changeWhile("rafael", taken);
    expect([answer.status, await subject()]).toEqual([403, "Scanner"]);
  });

  it("is refused and not saved when the company was closed meanwhile", async () => {
    const closed = `update companies set is_active = false where id = '${world.companies.kestrel}'`;
    const answer = await changeWhile("priya", closed);
    expect([answer.status, answer.body.detail]).toEqual([
      403,
      "Your company is inactive, so its tickets are read-only",
    ]);
    expect(await subject()).toBe("Scanner");
  });
});

const filesOn = async () =>
  (await world.pool.query("select from attachments where ticket_id = $1", [id])).rowCount;

describe("an upload whose bytes took their time", () => {
  it.each([
    ["idris", "its session ended", "update sessions set revoked_at = now() where user_id = $1", 401],
    ["tomas", "its session ended", "update sessions set revoked_at = now() where user_id = $1", 401],
    ["lena", "its role was taken", "delete from user_roles where user_id = $1", 403],
    [
      "priya",
      "its company was closed",
      "update companies set is_active = false where id = (select company_id from users where id = $1)",
      403,
    ],
  ] as const)("of %s is refused and not kept when %s meanwhile", async (name, _, happens, status) => {
    const other = await world.pool.connect();
    try {
      await other.query("begin");
      await other.query("select from tickets where id = $1 for update", [id]);
      const path = `/tickets/${id}/attachments`;
      const answer = uploadFile(world, { who: name, path, bytes: Buffer.from("late") });
      await waitForLockWaiters(world.pool, 1);
      await world.pool.query(happens, [world.idOf(name)]);
      await other.query("commit");
      expect([(await answer).status, await filesOn()]).toEqual([status, 0]);
    } finally {
      await other.query("rollback");
      other.release();
    }
  });
});
