import { PgBoss } from "pg-boss";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { jobs } from "#contract/jobs.ts";
import { makeWorld, type World } from "../../../test/support/app-with-people.ts";
import { enqueue } from "./enqueue.ts";
import { openJobs } from "./jobs.ts";

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

describe("a job", () => {
  it("is the row that pg-boss itself would write", async () => {
    await enqueue(world, jobs.inviteAgain, { link });
    const boss = new PgBoss({
      db: { executeSql: async (text: string, values?: unknown[]) => world.pool.query(text, values) },
      supervise: false,
      schedule: false,
    });
    await boss.start();
    await boss.send(jobs.inviteAgain.name, { link });
    await boss.stop({ close: false });
    const [ours, theirs] = await waiting();
    expect(ours).toMatchObject({ data: { link }, state: "created", retry_limit: 8, retry_backoff: true });
    expect(ours).toEqual(theirs);
  });

  it("of a former version is asked for by no schedule any more", async () => {
    const boss = new PgBoss({
      db: { executeSql: async (text: string, values?: unknown[]) => world.pool.query(text, values) },
      supervise: false,
      schedule: false,
    });
    await boss.start();
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
});
