import type { Pool } from "pg";
import type { DataOf, jobs } from "#contract/jobs.ts";
import type { App } from "#server/lib/request-context.ts";
import { readTicketPrefix } from "#server/settings/ticket-prefix.ts";
import { StartError } from "#server/start/start-error.ts";
import { ImportIsRunning, withImportLock } from "../import-lock.ts";
import { endImport, type ImportProblem, stopAbandoned } from "../import-record.ts";
import { importTickets } from "../import-tickets.ts";
import { AmbiguousDays } from "../rows/find-day-orders.ts";
import { makeValueKey } from "../rows/value-map.ts";
import { undoImport } from "../undo-import.ts";
import { FILE_DAYS, fileOf, removeFiles } from "./import-files.ts";
import { faultOf, sourceOrder } from "./read-table.ts";
import { findImport, type KeptImport } from "./read.ts";

/** Works on an import as its plan says; what it brought stands in its row, and so does why it failed. */
export async function runStored(
  app: App,
  { import_id: id }: DataOf<typeof jobs.runImport>,
  { dryRun }: { dryRun: boolean },
): Promise<void> {
  const kept = await findImport(app.db, id);
  const now = app.clock.now();
  // Stopped before it began.
  if (kept.state === "stopping") return end(app.pool, id, { state: dryRun ? "draft" : "stopped", now });
  if (kept.plan === null || kept.state !== (dryRun ? "checking" : "running")) return;
  try {
    const report = await importTickets(
      app.sessions,
      await readTicketPrefix(app.db),
      orderOf(app, kept, dryRun),
    );
    const ended = dryRun ? ("checked" as const) : ("done" as const);
    const stopped = dryRun ? ("draft" as const) : ("stopped" as const);
    await end(app.pool, id, { state: report.stopped ? stopped : ended, report, now });
  } catch (error) {
    const problem = problemOf(error, fileOf(app, id));
    await end(app.pool, id, { state: dryRun ? "draft" : "failed", problem, now });
    if (problem.code === "broke_off") throw error;
  }
}

/** What a person can act on is said; the rest is the log's, for its words may quote rows. */
function problemOf(error: unknown, file: string): ImportProblem {
  if (error instanceof AmbiguousDays)
    return { code: "days", params: { column: error.column, value: error.value } };
  if (error instanceof ImportIsRunning) return { code: "busy" };
  if (error instanceof StartError) return { code: "file", params: faultOf(error, file) };
  return { code: "broke_off" };
}

function orderOf(app: App, { id, plan, started_by: by }: KeptImport, dryRun: boolean) {
  const { columns = {}, values = [], dates, make_companies = false, make_people = false } = plan ?? {};
  return {
    ...sourceOrder(plan ?? {}),
    file: fileOf(app, id),
    map: new Map(Object.entries(columns)),
    values: new Map(values.map(({ field, from, to }) => [makeValueKey(field, from), to])),
    key: null,
    dates: dates ?? null,
    company: null,
    make: { companies: make_companies, people: make_people },
    dryRun,
    recordId: id,
    now: app.clock.now(),
    by,
  };
}

/** Takes an import back; what cannot be done now stands in its row. */
export async function undoStored(
  app: App,
  { import_id: id, by }: DataOf<typeof jobs.undoImport>,
): Promise<void> {
  const now = app.clock.now();
  try {
    await undoImport(app.sessions, { id, by, now, isBegun: true });
  } catch (error) {
    const problem = problemOf(error, fileOf(app, id));
    await end(app.pool, id, { state: "done", problem, now });
    if (problem.code === "broke_off") throw error;
  }
}

async function end(pool: Pool, id: string, how: Parameters<typeof endImport>[2]): Promise<void> {
  const client = await pool.connect();
  try {
    await endImport(client, id, how);
  } finally {
    client.release();
  }
}

const MINUTE = 60_000;
/** Work that nobody has the lock for and that began so long ago was killed. */
const ABANDONED_MINUTES = 3;

/** Ends what was killed, so that it can be gone on with, and removes the files of imports that ended a week ago. */
export async function sweepImports(app: App): Promise<void> {
  const now = app.clock.now();
  const before = new Date(now.getTime() - ABANDONED_MINUTES * MINUTE);
  await withImportLock(app.sessions, (client) => stopAbandoned(client, now, before)).catch(
    (error: unknown) => {
      // Somebody has the lock: it is being worked.
      if (!(error instanceof StartError)) throw error;
    },
  );
  const old = await app.db
    .selectFrom("imports")
    .select(["id", "state"])
    .where("created_at", "<", new Date(now.getTime() - FILE_DAYS * 24 * 60 * MINUTE))
    .where("state", "not in", ["checking", "running", "stopping", "undoing"])
    .execute();
  await Promise.all(old.map(({ id }) => removeFiles(app, id)));
  const drafts = old.filter(({ state }) => state === "draft" || state === "checked").map(({ id }) => id);
  if (drafts.length > 0) await app.db.deleteFrom("imports").where("id", "in", drafts).execute();
}
