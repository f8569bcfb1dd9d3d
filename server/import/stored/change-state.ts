import type { ImportState } from "#contract/import/import-fields.ts";
import { jobs } from "#contract/jobs.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { refuse } from "#server/lib/refusal.ts";
import { enqueue } from "#server/lib/work/enqueue.ts";
import { recordDeskEvent } from "#server/lib/work/history.ts";
import { exists, fileOf, removeFiles } from "./import-files.ts";
import { findImport, getImport, type Plan } from "./read.ts";

/** Reads the whole file in the background with a plan, and writes nothing but what would happen. */
export async function checkImport(ctx: Ctx, id: string, plan: Plan) {
  await requireFile(ctx, id);
  await move(ctx, id, { from: ["draft", "checked"], to: "checking", plan });
  await enqueue(ctx, jobs.checkImport, { import_id: id });
  return getImport(ctx, id);
}

/** Starts what was checked, or goes on with what was stopped or failed. */
export async function startImport(ctx: Ctx, id: string) {
  await requireFile(ctx, id);
  await move(ctx, id, { from: ["checked", "stopped", "failed"], to: "running" });
  const { file_name } = await findImport(ctx.db, id);
  await recordDeskEvent(ctx, { kind: "import.started", after: { import_id: id, file_name } });
  await enqueue(ctx, jobs.runImport, { import_id: id });
  return getImport(ctx, id);
}

/** Asks the work to end after the batch in its hands. */
export async function stopImport(ctx: Ctx, id: string) {
  await move(ctx, id, { from: ["running", "checking"], to: "stopping" });
  return getImport(ctx, id);
}

export async function undoStoredImport(ctx: Ctx, id: string) {
  await move(ctx, id, { from: ["done", "stopped", "failed"], to: "undoing" });
  const { file_name } = await findImport(ctx.db, id);
  await recordDeskEvent(ctx, { kind: "import.undone", after: { import_id: id, file_name } });
  await enqueue(ctx, jobs.undoImport, { import_id: id, by: ctx.actor.id });
  return getImport(ctx, id);
}

/** Forgets an import that brought nothing, with its file. Refuses 409 for any other. */
export async function discardImport(ctx: Ctx, id: string): Promise<void> {
  await findImport(ctx.db, id);
  const gone = await ctx.db
    .deleteFrom("imports")
    .where("id", "=", id)
    .where("state", "in", ["draft", "checked"])
    .returning("id")
    .executeTakeFirst();
  if (!gone) throw refuse(409, "import.moved_on");
  await removeFiles(ctx.app, id);
}

async function requireFile(ctx: Ctx, id: string): Promise<void> {
  await findImport(ctx.db, id);
  if (!(await exists(fileOf(ctx.app, id)))) throw refuse(410, "import.file_gone");
}

type Move = { from: ImportState[]; to: ImportState; plan?: Plan };

/** Refuses 409 where somebody else has moved it on: of two at the same moment one does it. */
async function move(ctx: Ctx, id: string, { from, to, plan }: Move): Promise<void> {
  const isStop = to === "stopping";
  const moved = await ctx.db
    .updateTable("imports")
    .set({
      state: to,
      problem: null,
      ...(isStop ? {} : { share: 0, started_at: ctx.now, ended_at: null }),
      ...(plan ? { plan: JSON.stringify(plan), report: null } : {}),
    })
    .where("id", "=", id)
    .where("state", "in", from)
    .returning("id")
    .executeTakeFirst();
  if (moved) return;
  await findImport(ctx.db, id);
  throw refuse(409, "import.moved_on");
}
