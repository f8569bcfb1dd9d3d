import type { ClientBase } from "pg";
import type { ImportProblemCode } from "#contract/refusals/import-reasons.ts";
import { StartError } from "#server/start/start-error.ts";
import type { ImportReport } from "./import-report.ts";

export type NewImport = { by: string; fileName: string; bytes: number; now: Date };

/**
 * Remembers that an import begins, and answers its id. Whoever holds the lock of imports is the only one that runs: what is
 * still said to be running was killed, and can be gone on with.
 */
export async function beginImport(
  client: ClientBase,
  { by, fileName, bytes, now }: NewImport,
): Promise<string> {
  await stopAbandoned(client, now);
  const answer = await client.query<{ id: string }>(
    `insert into imports (started_by, file_name, bytes, state, created_at, started_at)
     values ($1, $2, $3, 'running', $4, $4) returning id`,
    [by, fileName, bytes, now],
  );
  return answer.rows[0]?.id ?? "";
}

/** `before`: only what began earlier, since work that was just asked for waits in the queue. */
export async function stopAbandoned(client: ClientBase, now: Date, before: Date = now): Promise<void> {
  await client.query(
    `update imports set ended_at = $1, state = case
         when state = 'undoing' then 'done'
         -- A check, or what was stopped before anything came in.
         when state = 'checking' or (state = 'stopping' and report ->> 'id' is null) then 'draft'
         else 'stopped' end
       where state in ('checking', 'running', 'stopping', 'undoing') and started_at <= $2`,
    [now, before],
  );
}

/** Keeps how far it is. Answers false when somebody asked it to stop. */
export async function keepProgress(
  client: ClientBase,
  id: string,
  { share, report }: { share: number; report: ImportReport },
): Promise<boolean> {
  const answer = await client.query<{ state: string }>(
    "update imports set share = $2, report = $3 where id = $1 returning state",
    [id, Math.min(share, 1), JSON.stringify(report)],
  );
  return answer.rows[0]?.state !== "stopping";
}

/** Why an import could not be: the code of its sentence with what stands in it. */
export type ImportProblem = { code: ImportProblemCode; params?: Record<string, string> };

type End = {
  state: "done" | "stopped" | "failed" | "undone" | "draft" | "checked";
  report?: ImportReport;
  /** What an undo took back. */
  undone?: object;
  /** Why it failed. */
  problem?: ImportProblem;
  now: Date;
};

/** Keeps how it ended. */
export async function endImport(client: ClientBase, id: string, end: End): Promise<void> {
  const { state, report, undone, problem, now } = end;
  await client.query(
    `update imports set state = $2, report = coalesce($3, report), undone = coalesce($4, undone), problem = $5, ended_at = $6,
       share = case when $2 in ('done', 'undone', 'checked') then 1 else share end where id = $1`,
    [id, state, toJson(report), toJson(undone), toJson(problem), now],
  );
}

function toJson(said: object | undefined): string | null {
  return said === undefined ? null : JSON.stringify(said);
}

/** Forgets an import that could not even begin. */
export async function forgetImport(client: ClientBase, id: string): Promise<void> {
  await client.query("delete from imports where id = $1", [id]);
}

/** Finds an import that can be undone. Refuses one that is not there, is running, or is undone already. */
export async function beginUndo(client: ClientBase, id: string): Promise<{ fileName: string }> {
  const answer = await client.query<{ fileName: string }>(
    `update imports set state = 'undoing', share = 0 where id = $1 and state in ('done', 'stopped', 'failed')
     returning file_name as "fileName"`,
    [id],
  );
  const [found] = answer.rows;
  if (found) return found;
  const there = await client.query<{ state: string }>("select state from imports where id = $1", [id]);
  const state = there.rows[0]?.state;
  if (state === undefined) throw new StartError(`There is no import ${id}: write npm run import -- list.`);
  throw new StartError(`This import is ${state}, so there is nothing to undo.`);
}

export type KeptImport = {
  id: string;
  fileName: string;
  state: string;
  at: Date;
  report: ImportReport | null;
};

/** The newest imports, at most so many. */
export async function listImports(client: Pick<ClientBase, "query">, most: number): Promise<KeptImport[]> {
  const answer = await client.query<KeptImport>(
    `select id, file_name as "fileName", state, created_at as at, report from imports
     order by created_at desc, id desc limit $1`,
    [most],
  );
  return answer.rows;
}
