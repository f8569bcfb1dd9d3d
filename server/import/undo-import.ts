import { withImportLock } from "./import-lock.ts";
import { beginUndo, endImport, stopAbandoned } from "./import-record.ts";
import type { Pool, PoolClient } from "pg";
import { compactCounters } from "#server/dashboard/reconcile.ts";
import { deleteUntouchedCompanies } from "#server/companies/imported-companies.ts";
import { deleteUntouchedTickets } from "#server/tickets/change/delete-imported.ts";
import { deleteUntouchedClients } from "#server/users/create/imported-people.ts";

export type UndoReport = {
  tickets: number;
  people: number;
  companies: number;
  /** Tickets that somebody worked on since: they stay, with the people and companies that they name. */
  kept: number;
};

export type UndoOrder = {
  id: string;
  /** The principal who undoes it. */
  by: string;
  now: Date;
  /** Somebody has said already that it is being undone. */
  isBegun?: true;
  /** Aborted: the batch at hand is finished, no further one is begun. */
  signal?: AbortSignal;
  /** Called after each batch. */
  onProgress?: (done: number) => Promise<void> | void;
};

/** Tickets a transaction: so many hold their locks for a fraction of a second. */
const BATCH = 1000;

/**
 * Takes back what an import brought: untouched tickets go to the trash, then the people and companies that it made and
 * nobody uses. What is gone is known no longer, so that the file can be imported again. In batches, a transaction each:
 * after an interruption another run goes on.
 */
export async function undoImport(pool: Pool, order: UndoOrder): Promise<UndoReport> {
  return withImportLock(pool, async (client) => {
    if (order.isBegun !== true) {
      await stopAbandoned(client, order.now);
      await beginUndo(client, order.id);
    }
    const report = await takeBack(client, order);
    // One that was stopped can be gone on with, as any that is done can be undone.
    const state = order.signal?.aborted ? "done" : "undone";
    await endImport(client, order.id, { state, undone: report, now: order.now });
    return report;
  });
}

async function takeBack(client: PoolClient, order: UndoOrder): Promise<UndoReport> {
  const report: UndoReport = { tickets: 0, people: 0, companies: 0, kept: 0 };
  await eachBatch(client, { ...order, kind: "ticket" }, async (ids) => {
    const gone = await deleteUntouchedTickets(client, ids, order);
    report.tickets += gone.length;
    report.kept += ids.length - gone.length;
    await order.onProgress?.(report.tickets + report.kept);
    return gone;
  });
  await eachBatch(client, { ...order, kind: "user" }, async (ids) => {
    const gone = await deleteUntouchedClients(client, ids, order);
    report.people += gone.length;
    return gone;
  });
  await eachBatch(client, { ...order, kind: "company" }, async (ids) => {
    const gone = await deleteUntouchedCompanies(client, ids, order);
    report.companies += gone.length;
    return gone;
  });
  if (report.tickets > 0) await compactCounters(client);
  return report;
}

type Round = Pick<UndoOrder, "id" | "signal"> & { kind: "ticket" | "user" | "company" };

/** Hands out what the import brought, a batch a transaction, and forgets what `take` answers. */
async function eachBatch(
  client: PoolClient,
  { id, signal, kind }: Round,
  take: (ids: string[]) => Promise<string[]>,
): Promise<void> {
  for (let after = NOTHING; ;) {
    if (signal?.aborted) return;
    await client.query("begin");
    try {
      const found = await client.query<{ entity_id: string }>(
        `select entity_id from external_references where import_id = $1 and entity_id > $2 and kind = $3
         order by entity_id limit ${BATCH}`,
        [id, after, kind],
      );
      const ids = found.rows.map(({ entity_id }) => entity_id);
      const gone = ids.length === 0 ? [] : await take(ids);
      await client.query(
        "delete from external_references where import_id = $1 and kind = $2 and entity_id = any($3::uuid[])",
        [id, kind, gone],
      );
      await client.query("commit");
      if (ids.length < BATCH) return;
      after = ids.at(-1) ?? after;
    } catch (error) {
      await client.query("rollback").catch(() => {});
      throw error;
    }
  }
}

const NOTHING = "00000000-0000-0000-0000-000000000000";
