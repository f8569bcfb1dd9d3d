import createFastify from "fastify";
import { Pool } from "pg";
import { PgBoss } from "pg-boss";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { jobs } from "#contract/jobs.ts";
import { makeWorld, type World } from "../../../test/support/app/app-with-people.ts";
import { openPeopleFirst } from "../guard/people-first.ts";
import { enqueue } from "./enqueue.ts";
import { openJobs, type JobHandler } from "./jobs.ts";
import { WAITING } from "./wake-workers.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());

const link = "a".repeat(64);

/** Reads waiting jobs, without the columns that differ from job to job. */
async function waiting(): Promise<object[]> {
  const { rows } = await world.pool.query<{ job: object }>(
    `select to_jsonb(j) - 'id' - 'created_on' - 'start_after' - 'keep_until'
       || jsonb_build_object('kept_for', keep_until - start_after, 'waits_for', start_after - created_on) as job
     from pgboss.job j where name = $1 order by created_on`,
    [jobs.inviteAgain.name],
  );
  return rows.map(({ job }) => job);
}

async function startBoss(): Promise<PgBoss> {
  const boss = new PgBoss({
    db: { executeSql: async (text: string, values?: unknown[]) => world.pool.query(text, values) },
    supervise: false,
    schedule: false,
  });
  return boss.start();
}

function handlerOf(name: string): JobHandler {
  const found = world.jobs.find((each) => each.name === name);
  if (!found) throw new Error(`nobody does ${name}`);
  return found;
}

async function raise(subject: string): Promise<string> {
  const { body } = await world.as("tomas").post("/tickets", { subject, issue: "It is." });
  return body.ticket.id;
}

async function states(name: string): Promise<string[]> {
  const { rows } = await world.pool.query<{ state: string }>(
    "select state from pgboss.job where name = $1 order by created_on",
    [name],
  );
  return rows.map(({ state }) => state);
}

/** As when their workers had been heard of so many seconds ago. */
async function beSilentFor(name: string, seconds: number): Promise<void> {
  await world.pool.query(
    "update pgboss.job set heartbeat_on = now() - $2 * interval '1 s' where name = $1 and state = 'active'",
    [name, seconds],
  );
}

/** Until somebody has looked for lost jobs again. */
async function looked(name: string): Promise<void> {
  const last = async () => {
    const { rows } = await world.pool.query<{ at: Date | null }>(
      "select monitor_claim_on as at from pgboss.queue where name = $1",
      [name],
    );
    return rows[0]?.at?.getTime() ?? 0;
  };
  for (let look = 0; look < 2; look += 1) {
    const before = await last();
    await expect.poll(last, { timeout: 10_000 }).toBeGreaterThan(before);
  }
}

/** Mails about each ticket. */
async function mailsAbout(tickets: string[]): Promise<number[]> {
  const { rows } = await world.pool.query<{ n: number }>(
    `select (select count(*)::int from mails m where m.ticket_id = t.id) as n
     from unnest($1::uuid[]) with ordinality as t(id, place) order by place`,
    [tickets],
  );
  return rows.map(({ n }) => n);
}

describe("a job", () => {
  it("is the row that pg-boss itself would write", async () => {
    await enqueue(world, jobs.inviteAgain, { link });
    const boss = await startBoss();
    await boss.send(jobs.inviteAgain.name, { link });
    await boss.stop({ close: false });
    const [ours, theirs] = await waiting();
    expect(ours).toMatchObject({ data: { link }, state: "created", retry_limit: 8, retry_backoff: true });
    expect(ours).toEqual(theirs);
  });

  it("of a former version is asked for by no schedule any more", async () => {
    const boss = await startBoss();
    await boss.createQueue("former.job");
    for (const name of ["former.job", jobs.inviteAgain.name]) await boss.schedule(name, "* * * * *", {});
    const opened = await openJobs(world.pool, world.app.log, true);
    await opened.work([{ ...jobs.inviteAgain, run: async () => {}, every: "* * * * *" }]);
    const { rows } = await world.pool.query("select name from pgboss.schedule");
    expect(rows).toEqual([{ name: jobs.inviteAgain.name }]);
    await opened.stop();
    await boss.unschedule(jobs.inviteAgain.name);
    await boss.stop({ close: false });
  });

  it("of a desk whose clock was years ahead is done once it is right, and so is what is to be done each minute", async () => {
    const name = "companies.late";
    const done: unknown[] = [];
    const handler = { name, run: async (data: unknown) => void done.push(data) };
    const before = await openJobs(world.app.pool, world.app.log, false);
    await before.work([handler]);
    await world.pool.query("select queue_job($1, '{\"asked\": true}')", [name]);
    await world.pool.query(
      "update pgboss.job set start_after = now() + interval '12 years' where name = $1",
      [name],
    );
    await world.pool.query("update pgboss.version set cron_on = now() + interval '12 years'");
    await world.pool.query("update pgboss.queue set monitor_claim_on = now() + interval '12 years'");
    await before.stop();
    const opened = await openJobs(world.app.pool, world.app.log, true, { looks: 1 });
    await opened.work([{ ...handler, every: "* * * * *" }]);
    await expect.poll(() => done, { timeout: 5000 }).toContainEqual({ asked: true });
    await looked(name);
    const ahead = "select from pgboss.version where cron_on > now()";
    expect((await world.pool.query(ahead)).rowCount).toBe(0);
    await opened.stop();
  });

  it("exists if, and only if, the transaction commits that asked for it", async () => {
    const before = (await waiting()).length;
    const givenUp = world.db.transaction().execute(async (db) => {
      await enqueue({ db }, jobs.inviteAgain, { link });
      throw new Error("given up");
    });
    await expect(givenUp).rejects.toThrow("given up");
    expect(await waiting()).toHaveLength(before);
    await world.db.transaction().execute((db) => enqueue({ db }, jobs.inviteAgain, { link }));
    expect(await waiting()).toHaveLength(before + 1);
  });

  it("is refused by the database where nobody made its queue", async () => {
    const unknown = { ...jobs.inviteAgain, name: "nobody.does" };
    await expect(enqueue(world, unknown, { link })).rejects.toThrow(/violates not-null constraint/);
  });

  it("that fails leaves what a log may keep of its error, and nothing of the row that the database quotes", async () => {
    const name = "companies.fails";
    const run = async () => {
      await world.pool.query("insert into companies (name) values ($1), ($1)", ["zebrafinch"]);
    };
    const handler = { name, run, retries: 0 };
    const output = async () => {
      const { rows } = await world.pool.query<{ output: object | null }>(
        "select output from pgboss.job where name = $1 and state = 'failed'",
        [name],
      );
      return rows.map((row) => row.output);
    };
    const shell = await openJobs(world.app.pool, world.app.log, false);
    const worker = await openJobs(world.app.pool, world.app.log, true);
    await shell.work([handler]);
    await world.pool.query("select queue_job($1, '{}')", [name]);
    await expect(shell.drain([handler])).rejects.toThrow("duplicate key");
    await world.pool.query("select queue_job($1, '{}')", [name]);
    await worker.work([handler]);
    await expect.poll(output).toHaveLength(2);
    await Promise.all([shell.stop(), worker.stop()]);
    const kept = { type: "DatabaseError", code: "23505", constraint: "companies_name", table: "companies" };
    expect(await output()).toMatchObject([kept, kept]);
    expect(JSON.stringify(await output())).not.toContain("zebrafinch");
  });

  it("of a worker that was killed after its work, or could not write its end, is taken by another, and mails nobody twice", async () => {
    const announced = { ...jobs.announceTicket, run: handlerOf(jobs.announceTicket.name).run };
    const one = await raise("The printer is silent");
    const killed = await startBoss();
    const [taken] = await killed.fetch<object>(announced.name);
    await announced.run(taken?.data);
    await killed.stop({ close: false, graceful: false });
    const two = await raise("The scanner is silent");
    const cutOff = new Pool(world.app.pool.options);
    const run = async (data: unknown) => {
      await announced.run(data);
      await cutOff.end();
    };
    const losing = await openJobs(cutOff, pino({ level: "silent" }), true);
    await losing.work([{ ...announced, run }]);
    await expect.poll(() => cutOff.ended).toBe(true);
    await losing.stop().catch(() => {});
    expect(await mailsAbout([one, two])).toEqual([1, 1]);
    expect(await states(announced.name)).toEqual(["active", "active"]);

    const others = await openJobs(world.app.pool, world.app.log, true, { looks: 1 });
    let again = 0;
    const runAgain = async (data: unknown) => {
      await announced.run(data);
      again += 1;
    };
    await others.work([{ ...announced, run: runAgain }]);
    await beSilentFor(announced.name, 40);
    // A look leaves them alone by then.
    await looked(announced.name);
    expect(await states(announced.name)).toEqual(["active", "active"]);
    await beSilentFor(announced.name, 61);
    await expect.poll(() => states(announced.name)).toEqual(["retry", "retry"]);
    await world.pool.query("update pgboss.job set start_after = now() where state = 'retry'");
    await expect.poll(() => states(announced.name), { timeout: 5000 }).toEqual(["completed", "completed"]);
    await others.stop();
    expect(again).toBe(2);
    expect(await mailsAbout([one, two])).toEqual([1, 1]);
  });

  it("of a worker that is at it, however long, is taken by nobody else", async () => {
    const name = "companies.takes_long";
    let began = 0;
    const long = Promise.withResolvers<void>();
    const run = async () => {
      began += 1;
      await long.promise;
    };
    const shell = await openJobs(world.app.pool, world.app.log, false);
    await shell.work([{ name, run }]);
    await shell.stop();
    await world.pool.query("select queue_job($1, '{}')", [name]);
    await world.pool.query("update pgboss.job set heartbeat_seconds = 2 where name = $1", [name]);
    const worker = await openJobs(world.app.pool, world.app.log, true, { looks: 1, speaks: 0.5 });
    await worker.work([{ name, run }]);
    const workedOn = async () => {
      const { rows } = await world.pool.query<{ seconds: number }>(
        "select extract(epoch from heartbeat_on - started_on)::float8 as seconds from pgboss.job where name = $1",
        [name],
      );
      return rows[0]?.seconds;
    };
    await expect.poll(workedOn, { timeout: 20_000 }).toBeGreaterThan(4);
    expect(await states(name)).toEqual(["active"]);
    long.resolve();
    await expect.poll(() => states(name)).toEqual(["completed"]);
    await worker.stop();
    expect(began).toBe(1);
  });

  it("that waits for its time is taken then, and as many beside it as are done at once", async () => {
    const name = "companies.takes_turns";
    const ended = Promise.withResolvers<void>();
    let [began, most] = [0, 0];
    const run = async () => {
      began += 1;
      most = Math.max(most, began);
      await ended.promise;
      began -= 1;
    };
    const opened = await openJobs(world.app.pool, world.app.log, true);
    await opened.work([{ name, run, atOnce: 2 }]);
    const boss = await startBoss();
    for (let job = 0; job < 3; job++) await boss.send(name, {}, { startAfter: 1 });
    await expect.poll(() => began, { timeout: 10_000 }).toBe(2);
    expect((await states(name)).toSorted()).toEqual(["active", "active", "created"]);
    ended.resolve();
    await expect.poll(() => states(name)).toEqual(["completed", "completed", "completed"]);
    expect(most).toBe(2);
    await opened.stop();
    await boss.stop({ close: false });
  });

  it("is taken and settled in one statement with others of a short kind, and fails by itself", async () => {
    const name = "companies.comes_with_others";
    const shell = await openJobs(world.app.pool, world.app.log, false);
    const done: unknown[] = [];
    const run = async (data: unknown) => {
      if (JSON.stringify(data) === '{"n":2}') throw new Error("the second one");
      done.push(data);
    };
    const handler = { name, run, batch: 3, retries: 0 };
    await shell.work([handler]);
    for (let n = 1; n <= 4; n += 1)
      await world.pool.query("select queue_job($1, jsonb_build_object('n', $2::int))", [name, n]);
    const worker = await openJobs(world.app.pool, world.app.log, true);
    await worker.work([handler]);
    await expect
      .poll(() => states(name), { timeout: 5000 })
      .toEqual(["completed", "failed", "completed", "completed"]);
    expect(done).toEqual([{ n: 1 }, { n: 3 }, { n: 4 }]);
    const { rows } = await world.pool.query<{ taken: string; ended: string }>(
      "select count(distinct started_on) as taken, count(distinct completed_on) as ended from pgboss.job where name = $1 and state = 'completed'",
      [name],
    );
    expect(rows).toEqual([{ taken: 2, ended: 2 }]);
    await Promise.all([shell.stop(), worker.stop()]);
  });

  it("that nobody waits for stands back while somebody is answered; others are done meanwhile", async () => {
    const people = openPeopleFirst({ patience: 60_000 });
    const server = createFastify();
    people.watch(server);
    const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()];
    server.get("/api/tickets", () => {
      asked.resolve();
      return answered.promise;
    });
    const answer = server.inject("/api/tickets").then(({ body }) => body);
    await asked.promise;
    const opened = await openJobs(world.app.pool, world.app.log, true, { people });
    const [patient, urgent] = ["companies.can_wait", "companies.cannot_wait"];
    let done = 0;
    const run = async () => void (done += 1);
    await opened.work([
      { name: patient, run, canWait: true },
      { name: urgent, run },
    ]);
    for (const name of [patient, urgent]) await world.pool.query("select queue_job($1, '{}')", [name]);
    await expect.poll(() => states(urgent), { timeout: 5000 }).toEqual(["completed"]);
    await expect.poll(() => states(patient)).toEqual(["active"]);
    expect(done).toBe(1);
    answered.resolve("[]");
    expect(await answer).toBe("[]");
    await expect.poll(() => states(patient)).toEqual(["completed"]);
    expect(handlerOf(jobs.processMail.name)).toMatchObject({ canWait: true });
    await opened.stop();
    await server.close();
  });

  it("is in a queue whose options a former version set otherwise", async () => {
    const name = "companies.former";
    const boss = await startBoss();
    await boss.createQueue(name, { retryLimit: 3, expireInSeconds: 60 });
    const opened = await openJobs(world.app.pool, world.app.log, false);
    await opened.work([{ name, run: async () => {}, hours: 1 }]);
    expect(await boss.getQueue(name)).toMatchObject({
      retryLimit: 8,
      retryBackoff: true,
      expireInSeconds: 3600,
      heartbeatSeconds: 60,
    });
    await opened.stop();
    await boss.stop({ close: false });
  });

  it("that is due is done before a stop ends, and one of later waits", async () => {
    const name = "companies.before_a_stop";
    let done = 0;
    const run = async () => {
      done += 1;
    };
    const worker = await openJobs(world.app.pool, world.app.log, true);
    await worker.work([{ name, run }]);
    for (let n = 0; n < 20; n += 1) await world.pool.query("select queue_job($1, '{}')", [name]);
    await world.pool.query("select queue_job($1, '{}')", [name]);
    await world.pool.query(
      "update pgboss.job set start_after = now() + interval '1 h' where id = (select id from pgboss.job where name = $1 order by created_on desc limit 1)",
      [name],
    );
    await worker.stop();
    expect(done).toBe(20);
    expect((await states(name)).toSorted()).toEqual([...Array<string>(20).fill("completed"), "created"]);
  });

  it("that waits is looked for among those that wait, however many were done lately", async () => {
    const { name } = jobs.inviteAgain;
    const client = await world.pool.connect();
    await client.query("begin");
    await client.query(
      `insert into pgboss.job (name, data, state, completed_on)
       select $1, '{}', 'completed', now() from generate_series(1, 20000)`,
      [name],
    );
    await client.query("analyze pgboss.job_common");
    const { rows } = await client.query<{ "QUERY PLAN": string }>(`explain ${WAITING}`, [
      [name, "mail.send"],
    ]);
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan).toMatch(/Index (Only )?Scan using \w+ on job_common/);
    expect(plan).not.toContain("Seq Scan on job");
    await client.query("rollback");
    client.release();
  });
});
