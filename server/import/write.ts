import { randomUUID } from "node:crypto";
import { isClosed } from "#contract/statuses.ts";
import type { PoolClient } from "pg";
import { IMPORT_PRINCIPAL } from "#server/lib/request-context.ts";
import { copyRows } from "#server/lib/db/pg-copy.ts";
import { bulkInsertTickets, type BulkTicket } from "#server/tickets/create/bulk-insert.ts";
import { tokenize } from "#server/tickets/search-index/tokenize.ts";
import type { Draft } from "./parse-row.ts";
import type { Requester } from "./find-requesters.ts";

export type ImportedTicket = { draft: Draft; requester: Requester; externalId: string };

/** Inserts a batch with its external ids, by which the next run knows it; in the caller's transaction. */
export async function insertImportedTickets(
  client: PoolClient,
  arrivals: readonly ImportedTicket[],
  prefix: string,
): Promise<void> {
  const tickets = arrivals.map(toBulkTicket);
  await bulkInsertTickets(client, tickets, prefix);
  await copyRows(
    client,
    "external_references",
    ["system", "kind", "external_id", "entity_id"],
    arrivals.map(({ externalId }, index) => ["csv", "ticket", externalId, tickets[index]?.id ?? null]),
  );
}

function toBulkTicket({ draft, requester }: ImportedTicket): BulkTicket {
  const names = tokenize(requester.client?.fullname, requester.company?.name);
  const words = names.length === 0 ? draft.words : [...new Set([...draft.words, ...names])];
  const isOver = isClosed(draft.status);
  return {
    id: randomUUID(),
    subject: draft.subject,
    issue: draft.issue,
    status: draft.status,
    priority: draft.priority,
    assigneeId: null,
    clientId: requester.client?.id ?? null,
    companyId: requester.company?.id ?? null,
    groupId: null,
    createdBy: IMPORT_PRINCIPAL,
    source: "import",
    version: 1,
    created: draft.created,
    updated: draft.updated,
    firstResponse: null,
    closed: isOver ? draft.updated : null,
    closedBy: isOver ? IMPORT_PRINCIPAL : null,
    publicWords: words,
    staffWords: words,
  };
}
