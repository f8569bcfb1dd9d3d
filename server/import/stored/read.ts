import { sql, type Selectable } from "kysely";
import type { z } from "zod";
import type { ImportState } from "#contract/import/import-fields.ts";
import { IMPORT_PROBLEMS, sayReason } from "#contract/refusals/import-reasons.ts";
import { fillIn } from "#contract/refusals/sentence.ts";
import type { ImportPlan } from "#contract/import.ts";
import type { Tables } from "#server/db/tables.ts";
import type { App, Ctx, Db } from "#server/lib/request-context.ts";
import { refuse } from "#server/lib/refusal.ts";
import type { ImportProblem } from "../import-record.ts";
import type { ImportReport } from "../import-report.ts";
import type { UndoReport } from "../undo-import.ts";
import { exists, rejectsOf } from "./import-files.ts";

export type Plan = z.output<typeof ImportPlan>;

/** A kept import with its columns of JSON as this feature writes them. */
export type KeptImport = Omit<
  Selectable<Tables["imports"]>,
  "plan" | "report" | "undone" | "problem" | "state"
> & {
  state: ImportState;
  plan: Plan | null;
  report: ImportReport | null;
  undone: UndoReport | null;
  problem: ImportProblem | null;
  started_by_fullname: string;
};

/** Imports that a list shows. */
const LISTED = 50;

function select(db: Db) {
  return db
    .selectFrom("imports as i")
    .innerJoin("principals as p", "p.id", "i.started_by")
    .selectAll("i")
    .select("p.name as started_by_fullname")
    .$castTo<KeptImport>();
}

export async function listImports(ctx: Ctx) {
  const rows = await select(ctx.db)
    .orderBy("i.created_at", "desc")
    .orderBy("i.id", "desc")
    .limit(sql.lit(LISTED))
    .execute();
  return { imports: await Promise.all(rows.map((row) => serializeImport(ctx.app, row))) };
}

/** Refuses 404 for one that there is not. */
export async function findImport(db: Db, id: string): Promise<KeptImport> {
  const row = await select(db).where("i.id", "=", id).executeTakeFirst();
  if (!row) throw refuse(404, "import.not_found");
  return row;
}

export async function getImport(ctx: Ctx, id: string) {
  return serializeImport(ctx.app, await findImport(ctx.db, id));
}

async function serializeImport(app: App, { started_by: _, ...row }: KeptImport) {
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
    report: row.report && serializeReport(row.report),
    problem: row.problem && { ...row.problem, reason: sayProblem(row.problem) },
    has_rejects: await exists(rejectsOf(app, row.id)),
  };
}

function serializeReport({ imported, skipped, rejected, empty, values, ...report }: ImportReport) {
  const { made, reasons, subjectsFromIssue, preview } = report;
  return {
    imported,
    skipped,
    rejected,
    empty,
    values,
    made_companies: made.companies,
    made_people: made.people,
    subjects_from_issue: subjectsFromIssue,
    reasons: reasons
      .toSorted((one, other) => other.count - one.count)
      .map(({ line, count, ...kind }) => ({ line, count, ...kind, reason: sayReason(kind) })),
    // JSON keeps times as text.
    preview: preview.map((ticket) => ({ ...ticket, created: new Date(ticket.created).toISOString() })),
  };
}

function sayProblem({ code, params }: ImportProblem): string {
  return fillIn(IMPORT_PROBLEMS[code], params);
}
