import { readFile, rm, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { jobs } from "#contract/jobs.ts";
import { enqueue } from "#server/lib/work/enqueue.ts";
import { fresh, freshWord } from "../../test/support/import/fresh.ts";
import {
  at,
  check,
  type ImportWorld,
  makeImportWorld,
  plan,
  readImport,
} from "../../test/support/import/stored-imports.ts";
import { fileOf } from "./stored/import-files.ts";

let world: ImportWorld;
beforeAll(async () => {
  world = await makeImportWorld();
});
afterAll(() => world.end());

const maren = () => world.as("maren");

async function start(id: string) {
  expect((await maren().post(at(id, "/start"))).body.state).toBe("running");
  await world.drain();
  return readImport(world, id);
}

describe("an import that is started", () => {
  test("brings its tickets, mails nobody, stands in the audit log, and is undone as a whole", async () => {
    const word = fresh("started");
    const checked = await check(
      world,
      `body,who\n${word} 1,${freshWord("ana")}@y.example\n${word} 2,\n`,
      { issue: 0, client: 1 },
      { make_people: true },
    );
    const mails = await world.db.selectFrom("mails").select("id").execute();
    const done = await start(checked.id);
    expect(done).toMatchObject({
      state: "done",
      share: 1,
      report: { imported: 2, made_people: 1 },
      undone: null,
    });
    expect((await maren().get("/tickets", { search: word })).body.items).toHaveLength(2);
    expect(await world.db.selectFrom("mails").select("id").execute()).toEqual(mails);
    const [entry] = (await maren().get("/audit", { kind: "import.started" })).body.items;
    expect(entry).toMatchObject({ actor_name: "Maren Solberg", after: { import_id: checked.id } });
    expect((await maren().post(at(checked.id, "/undo"))).body.state).toBe("undoing");
    await world.drain();
    expect(await readImport(world, checked.id)).toMatchObject({
      state: "undone",
      undone: { tickets: 2, kept: 0, people: 1 },
    });
    expect((await maren().get("/tickets", { search: word })).body.items).toEqual([]);
  });

  test("moves on once: of two who start it one gets 409, and nothing that was done is done again", async () => {
    const checked = await check(world, `body\n${fresh("once")}\n`, { issue: 0 });
    const answers = await Promise.all([
      maren().post(at(checked.id, "/start")),
      maren().post(at(checked.id, "/start")),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    await world.drain();
    for (const step of ["/start", "/stop", "/check"])
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(
        (await maren().post(at(checked.id, step), step === "/check" ? plan({ issue: 0 }) : undefined)).status,
      ).toBe(409);
    expect((await maren().delete(at(checked.id))).status).toBe(409);
  });

  test("ends after the batch in its hands when somebody stops it, and is gone on with", async () => {
    const word = fresh("stopped");
    const rows = Array.from({ length: 3500 }, (_, index) => `${word} ${index}`).join("\n");
    const checked = await check(world, `body\n${rows}\n`, { issue: 0 });
    await maren().post(at(checked.id, "/start"));
    // The stop is there, and is seen once the first batch is in.
    const client = await world.pool.connect();
    await client.query("begin");
    await client.query("update imports set state = 'stopping' where id = $1", [checked.id]);
    const working = world.drain();
    await expect
      .poll(async () => {
        const tickets = world.db.selectFrom("tickets").where("issue", "like", `${word}%`);
        const { n } = await tickets
          .select((eb) => eb.fn.countAll<number>().as("n"))
          .executeTakeFirstOrThrow();
        return n;
      })
      .toBeGreaterThan(0);
    await client.query("commit");
    client.release();
    await working;
    const stopped = await readImport(world, checked.id);
    expect(stopped).toMatchObject({ state: "stopped", share: expect.any(Number) });
    expect(stopped.report.imported).toBeLessThan(3500);
    expect(await start(checked.id)).toMatchObject({ state: "done", report: { imported: 3500, skipped: 0 } });
  });

  test("whose file is gone says so, and whose process was killed can be gone on with", async () => {
    const checked = await check(world, `body\n${fresh("gone")}\n`, { issue: 0 });
    await rm(fileOf(world.app, checked.id));
    expect((await maren().post(at(checked.id, "/start"))).status).toBe(410);
    await writeFile(fileOf(world.app, checked.id), `body\n${fresh("back")}\n`);
    await world.pool.query("update imports set state = 'running', started_at = '2020-01-01' where id = $1", [
      checked.id,
    ]);
    await enqueue(world, jobs.sweepImports, {});
    await world.drain();
    expect((await readImport(world, checked.id)).state).toBe("stopped");
    expect(await start(checked.id)).toMatchObject({ state: "done", report: { imported: 1 } });
  });

  test("whose check was stopped when the process was killed waits to be checked, and starts nothing", async () => {
    const checked = await check(world, `body\n${fresh("unchecked")}\n`, { issue: 0 });
    await world.pool.query("update imports set state = 'stopping', started_at = '2020-01-01' where id = $1", [
      checked.id,
    ]);
    await enqueue(world, jobs.sweepImports, {});
    await world.drain();
    expect((await readImport(world, checked.id)).state).toBe("draft");
    expect((await maren().post(at(checked.id, "/start"))).status).toBe(409);
  });

  test("keeps its file for seven days", async () => {
    const checked = await check(world, `body\n${fresh("week")}\n`, { issue: 0 });
    world.pass(6 * 24 * 3_600_000);
    await enqueue(world, jobs.sweepImports, {});
    await world.drain();
    expect((await maren().get(at(checked.id, "/table"))).status).toBe(200);
    world.pass(2 * 24 * 3_600_000);
    await enqueue(world, jobs.sweepImports, {});
    await world.drain();
    await expect(readFile(fileOf(world.app, checked.id))).rejects.toThrow("ENOENT");
    expect((await maren().get(at(checked.id))).status).toBe(404);
  });
});
