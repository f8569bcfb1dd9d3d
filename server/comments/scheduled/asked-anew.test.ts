import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { makeWorld, openBeside, type Name, type World } from "../../../test/support/app/app-with-people.ts";
import { uploadFile } from "../../../test/support/app/upload-file.ts";
import { waitForLockWaiters } from "../../../test/support/database/lock-waiters.ts";
import { publishDue } from "./publish-due.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
let world: World;
let id: string;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());
beforeEach(async () => {
  await world.db.deleteFrom("scheduled_comments").execute();
  await world.db.deleteFrom("inbox_items").execute();
  id = (await world.as("tomas").post("/tickets", { subject: "Printer", issue: "Jams." })).body.ticket.id;
});

const inTime = (time: number) => new Date(world.clock.now().getTime() + time).toISOString();
const later = async (body: object = {}, name: Name = "idris"): Promise<string> => {
  // Of the same moment they would go in no order.
  world.pass(1);
  const answer = await world
    .as(name)
    .post(`/tickets/${id}/scheduled`, { comment: "Try it tomorrow.", send_at: inTime(DAY), ...body });
  expect(answer.status).toBe(201);
  return answer.body.id;
};
const publish = () => {
  world.pass(DAY);
  return publishDue(world.app);
};
const stopped = async (scheduled: string) => {
  const row = await world.db
    .selectFrom("scheduled_comments")
    .select(["state", "reason"])
    .where("id", "=", scheduled)
    .executeTakeFirstOrThrow();
  return row.state === "stopped" ? row.reason : row.state;
};
const words = async () =>
  (
    await world.db
      .selectFrom("comments")
      .select("comment")
      .where("ticket_id", "=", id)
      .orderBy("position")
      .execute()
  ).map(({ comment }) => comment);
const toldOf = async (name: Name = "idris") =>
  (await world.as(name).get("/inbox")).body.items.find(
    ({ ticket_id }: { ticket_id: string }) => ticket_id === id,
  )?.reason;
const change = (table: "users" | "companies", who: string, to: object) =>
  world.db.updateTable(table).set(to).where("id", "=", who).execute();

describe("at its time an answer is stopped, and its author told, where", () => {
  it("the ticket is in the trash", async () => {
    const answer = await later();
    await world.as("maren").delete(`/tickets/${id}`);
    await publish();
    await world.as("maren").post(`/tickets/${id}/restore`);
    expect([await stopped(answer), await words(), await toldOf()]).toEqual(["in_trash", [], "unsent"]);
  });

  it("its author may no longer answer", async () => {
    const answer = await later();
    await world.as("maren").post(`/users/${world.idOf("idris")}/roles:set`, { role_names: [] });
    await world.db.deleteFrom("user_roles").where("user_id", "=", world.idOf("idris")).execute();
    onTestFinished(async () => {
      await world
        .as("maren")
        .post(`/users/${world.idOf("idris")}/roles:set`, { role_names: ["support_specialist"] });
    });
    await publish();
    expect([await stopped(answer), await words()]).toEqual(["not_allowed", []]);
  });

  it("its author loses the right while it is being sent", async () => {
    const bytes = Buffer.from("Bring the other tray.");
    const file = (await uploadFile(world, { who: "idris", path: "/uploads", bytes })).body.id;
    const answer = await later({ attachment_ids: [file] });
    const other = await world.pool.connect();
    onTestFinished(() => other.release());
    await other.query("begin");
    await other.query("select from attachments where id = $1 for update", [file]);
    const sending = publish();
    await waitForLockWaiters(world.pool, 1);
    await world.db.deleteFrom("user_roles").where("user_id", "=", world.idOf("idris")).execute();
    onTestFinished(async () => {
      await world
        .as("maren")
        .post(`/users/${world.idOf("idris")}/roles:set`, { role_names: ["support_specialist"] });
    });
    await other.query("commit");
    await sending;
    expect([await stopped(answer), await words()]).toEqual(["not_allowed", []]);
  });

  it("somebody from outside would read it whom its author did not have before them", async () => {
    const answer = await later();
    await world.as("idris").post(`/tickets/${id}/participants`, { user_id: world.idOf("priya") });
    await publish();
    expect([await stopped(answer), await words(), await toldOf()]).toEqual(["readers_changed", [], "unsent"]);
    expect((await world.as("idris").post(`/tickets/${id}/scheduled/${answer}/send-now`)).status).toBe(200);
    expect(await words()).toEqual(["Try it tomorrow."]);
  });

  it("its client belongs to another company by now", async () => {
    const answer = await later();
    await change("users", world.idOf("tomas"), { company_id: world.companies.aster });
    onTestFinished(
      async () => void (await change("users", world.idOf("tomas"), { company_id: world.companies.kestrel })),
    );
    await publish();
    expect([await stopped(answer), await words()]).toEqual(["company_changed", []]);
  });

  it("the same comment would be refused, which the answer says", async () => {
    const answer = await later({
      comment: `@${world.people.lena.fullname}, he waits.`,
      mentions: [world.idOf("lena")],
      visibility: "internal",
    });
    await world.db.deleteFrom("user_roles").where("user_id", "=", world.idOf("lena")).execute();
    onTestFinished(async () => {
      await world.as("maren").post(`/users/${world.idOf("lena")}/roles:set`, { role_names: ["team_lead"] });
    });
    await publish();
    expect([await stopped(answer), await words()]).toEqual(["refused", []]);
    const [row] = (await world.as("idris").get(`/tickets/${id}/scheduled`)).body.scheduled;
    expect(row.refusal).toMatchObject({
      code: "comment.mention_cannot_see",
      params: { name: "Lena Fischer" },
    });
  });
});

describe("what is set with an answer that waits", () => {
  it("is refused now as with a comment, and set when the answer goes, once", async () => {
    const unfit = await world.as("idris").post(`/tickets/${id}/scheduled`, {
      comment: "Closed?",
      hold_seconds: 10,
      effects: { assignee: world.idOf("tomas") },
    });
    expect([409, 422]).toContain(unfit.status);
    const twice = await world.as("idris").post(`/tickets/${id}/scheduled`, {
      comment: "Closed?",
      hold_seconds: 10,
      status: "closed",
      effects: { status: "closed" },
    });
    expect(twice.status).toBe(422);
    await later({ effects: { status: "pending", priority: "high" } });
    expect((await world.as("idris").get(`/tickets/${id}`)).body).toMatchObject({
      status: "open",
      priority: "normal",
    });
    await publish();
    expect((await world.as("idris").get(`/tickets/${id}`)).body).toMatchObject({
      status: "pending",
      priority: "high",
    });
    expect(await words()).toEqual(["Try it tomorrow."]);
  });

  it("stops it where it no longer fits, and nothing of it is set", async () => {
    const answer = await later({ effects: { status: "pending", assignee: world.idOf("rafael") } });
    await world.as("maren").delete(`/users/${world.idOf("rafael")}`);
    onTestFinished(async () => void (await world.as("maren").post(`/users/${world.idOf("rafael")}/restore`)));
    await publish();
    expect([await stopped(answer), await words()]).toEqual(["refused", []]);
    expect((await world.as("idris").get(`/tickets/${id}`)).body.status).toBe("open");
    const [row] = (await world.as("idris").get(`/tickets/${id}/scheduled`)).body.scheduled;
    expect(row.refusal.detail).toContain("Rafael Monteiro");
    expect(row.effects).toEqual({ status: "pending", assignee: world.idOf("rafael") });
  });
});

it("what of the staff's own reads or follows changes nothing", async () => {
  const answer = await later();
  await world.as("lena").post(`/tickets/${id}/participants`, { user_id: world.idOf("lena") });
  await world.as("idris").put(`/tickets/${id}`, { assignee_id: world.idOf("rafael") });
  await publish();
  expect(await stopped(answer)).toBe("sent");
});

it("the answers of a person who is deleted are stopped at once", async () => {
  const answer = await later({}, "rafael");
  await world.as("maren").delete(`/users/${world.idOf("rafael")}`);
  onTestFinished(async () => void (await world.as("maren").post(`/users/${world.idOf("rafael")}/restore`)));
  expect(await stopped(answer)).toBe("author_gone");
  await publish();
  expect(await words()).toEqual([]);
});

it("nothing of a refused answer is left, and the next one goes", async () => {
  await later({
    comment: `@${world.people.lena.fullname} waits.`,
    mentions: [world.idOf("lena")],
    status: "pending",
  });
  await later({ comment: "Next." });
  await world.db.deleteFrom("user_roles").where("user_id", "=", world.idOf("lena")).execute();
  onTestFinished(async () => {
    await world.as("maren").post(`/users/${world.idOf("lena")}/roles:set`, { role_names: ["team_lead"] });
  });
  expect(await publish()).toBe(2);
  expect(await words()).toEqual(["Next."]);
  expect((await world.as("idris").get(`/tickets/${id}`)).body.status).not.toBe("pending");
});

it("two of the same group are taken back together, or none once one has gone out", async () => {
  const first = await later();
  const second = await later({ send_at: inTime(2 * DAY) });
  const group = crypto.randomUUID();
  await world.db
    .updateTable("scheduled_comments")
    .set({ group_id: group })
    .where("id", "in", [first, second])
    .execute();
  expect((await world.as("lena").delete(`/scheduled/groups/${group}`)).status).toBe(404);
  await publish();
  const late = await world.as("idris").delete(`/scheduled/groups/${group}`);
  expect([late.status, late.body.detail]).toEqual([409, "It was sent already"]);
  expect(await stopped(second)).toBe("waiting");
  await world.db.updateTable("scheduled_comments").set({ group_id: first }).where("id", "=", first).execute();
  const back = await world.as("idris").delete(`/scheduled/groups/${group}`);
  expect(back.body.scheduled).toMatchObject([{ id: second, comment: "Try it tomorrow." }]);
});

it(
  "many instances share many due answers: each goes once, in the order of its ticket, and its mails go once",
  { timeout: 120_000 },
  async () => {
    const tickets = 40;
    const each = 10;
    await world.pool.query(
      `with n as (select nextval('ticket_numbers_seq') as number from generate_series(1, $1::int)),
       t as (insert into tickets (number, uid, subject, issue, status, priority, created_by, client_id, company_id, created, updated)
         select number, 'WP-' || number, 'Many', 'x', 'in_progress', 'normal', $2::uuid, $3::uuid, $4::uuid, $5, $5 from n returning id)
       insert into scheduled_comments (ticket_id, author_id, visibility, comment, group_id, readers, send_at, try_at, hold,
         stop_if_answered, created_at)
       select id, $2::uuid, 'public', 'Answer ' || nth, gen_random_uuid(), jsonb_build_object($3::text, $4::text),
         $5::timestamptz + nth * interval '1 second', $5::timestamptz + nth * interval '1 second', false, false, $5
       from t, generate_series(1, $6::int) as nth`,
      [tickets, world.idOf("idris"), world.idOf("tomas"), world.companies.kestrel, world.clock.now(), each],
    );
    await world.pool.query(
      "insert into ticket_words (ticket_id, public_words, staff_words) select id, '', '' from tickets where subject = 'Many'",
    );
    const beside = await Promise.all([openBeside(world), openBeside(world), openBeside(world)]);
    onTestFinished(async () => void (await Promise.all(beside.map((other) => other.close()))));
    world.pass(MINUTE);
    const settled = await Promise.all([world, ...beside, world].map(({ app }) => publishDue(app)));
    expect(settled.reduce((sum, n) => sum + n, 0)).toBe(tickets * each);
    const { rows } = await world.pool.query(
      `select array_agg(k.comment order by k.position) as said from comments k join tickets t on t.id = k.ticket_id
       where t.subject = 'Many' group by t.id`,
    );
    expect(rows).toHaveLength(tickets);
    const inOrder = Array.from({ length: each }, (_, nth) => `Answer ${nth + 1}`);
    for (const { said } of rows) expect(said).toEqual(inOrder);
    await world.drain();
    const { rows: mailed } = await world.pool.query(
      "select count(*)::int as mails, count(distinct dedupe_key)::int as keys from mails m join tickets t on t.id = m.ticket_id where t.subject = 'Many'",
    );
    expect(mailed).toEqual([{ mails: tickets * each, keys: tickets * each }]);
  },
);

it("an answer that fails through no fault of its own is tried again, then given up, and nothing overtakes it", async () => {
  const answer = await later();
  const next = await later({ comment: "Next." });
  await world.pool.query(
    `create function fail_once() returns trigger language plpgsql as $$ begin raise exception 'disk trouble'; end $$;
     create trigger fail_comments before insert on comments for each row when (new.comment = 'Try it tomorrow.') execute function fail_once()`,
  );
  onTestFinished(async () => void (await world.pool.query("drop function if exists fail_once() cascade")));
  await publish();
  expect([await stopped(answer), await stopped(next), await words()]).toEqual(["waiting", "waiting", []]);
  for (const n of Array(9).keys()) {
    world.pass(2 ** (n + 1) * 1000);
    await publishDue(world.app);
  }
  expect([await stopped(answer), await toldOf()]).toEqual(["failed", "unsent"]);
  world.pass(DAY);
  await publishDue(world.app);
  expect(await words()).toEqual(["Next."]);
});

it("what becomes due before the next try of a failed answer waits behind it", async () => {
  await later({ comment: "First." });
  await later({ comment: "Second.", send_at: inTime(DAY + 4000) });
  await world.pool.query(
    `create function fail_first() returns trigger language plpgsql as $$ begin raise exception 'disk trouble'; end $$;
     create trigger fail_first before insert on comments for each row when (new.comment = 'First.') execute function fail_first()`,
  );
  const mend = () => world.pool.query("drop function if exists fail_first() cascade");
  onTestFinished(async () => void (await mend()));
  await publish();
  for (const seconds of [1, 2]) {
    world.pass(seconds * 1000);
    await publishDue(world.app);
  }
  world.pass(1500);
  // The second one's time has come, the first one's next try has not.
  await publishDue(world.app);
  expect(await words()).toEqual([]);
  await mend();
  world.pass(4000);
  await publishDue(world.app);
  expect(await words()).toEqual(["First.", "Second."]);
});

it("an answer that cannot be read any more is given up as well, and holds up the next one no longer than that", async () => {
  const broken = await later();
  await later({ comment: "Next." });
  const effects = JSON.stringify({ of_another_version: true });
  await world.db.updateTable("scheduled_comments").set({ effects }).where("id", "=", broken).execute();
  await publish();
  for (const n of Array(9).keys()) {
    world.pass(2 ** (n + 1) * 1000);
    await publishDue(world.app);
  }
  expect([await stopped(broken), await toldOf()]).toEqual(["failed", "unsent"]);
  world.pass(DAY);
  await publishDue(world.app);
  expect(await words()).toEqual(["Next."]);
});
