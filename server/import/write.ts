import { randomUUID } from "node:crypto";
import { isClosed } from "#contract/statuses.ts";
import type { PoolClient } from "pg";
import { IMPORT_PRINCIPAL } from "#server/lib/request-context.ts";
import { copyRows } from "#server/lib/db/pg-copy.ts";
import { addImportedNotes } from "#server/comments/imported-notes.ts";
import { bulkInsertTickets, type BulkTicket } from "#server/tickets/create/bulk-insert.ts";
import { tokenize } from "#server/tickets/search-index/tokenize.ts";
import type { Assignment } from "./find-assignments.ts";
import type { Draft } from "./rows/parse-row.ts";
import type { Requester } from "./find-requesters.ts";

export type ImportedTicket = {
  draft: Draft;
  requester: Requester;
  assignment: Assignment;
  externalId: string;
};

/** Inserts a batch with its external ids, by which the next run knows it; in the caller's transaction. */
export async function insertImportedTickets(
  client: PoolClient,
  arrivals: readonly ImportedTicket[],
  { prefix, importId }: { prefix: string; importId: string },
): Promise<void> {
  const tickets = arrivals.map(toBulkTicket);
  await bulkInsertTickets(client, tickets, prefix);
  await addImportedNotes(
    client,
    arrivals.flatMap(({ draft }, index) =>
      draft.notes.map((text) => ({ ticketId: tickets[index]?.id ?? "", text, at: draft.updated })),
    ),
  );
  await keepReferences(
    client,
    arrivals.map(({ externalId }, index) => ({
      kind: "ticket",
      externalId,
      entityId: tickets[index]?.id ?? "",
    })),
    importId,
  );
}

type Reference = { kind: "ticket" | "user" | "company"; externalId: string; entityId: string };

/** Keeps what an import brought, so that the next run knows it and an undo finds it; in the caller's transaction. */
export async function keepReferences(
  client: PoolClient,
  references: readonly Reference[],
  importId: string,
): Promise<void> {
  await copyRows(
    client,
    "external_references",
    ["system", "kind", "external_id", "entity_id", "import_id"],
    references.map(({ kind, externalId, entityId }) => ["csv", kind, externalId, entityId, importId]),
  );
}

function toBulkTicket({ draft, requester, assignment }: ImportedTicket): BulkTicket {
  const names = tokenize(requester.client?.fullname, requester.company?.name);
  const words = names.length === 0 ? draft.words : [...new Set([...draft.words, ...names])];
  const isOver = isClosed(draft.status);
  return {
    id: randomUUID(),
    subject: draft.subject,
    issue: draft.issue,
    status: draft.status,
    priority: draft.priority,
    assigneeId: assignment.assigneeId,
    clientId: requester.client?.id ?? null,
    companyId: requester.company?.id ?? null,
    groupId: assignment.teamId,
    createdBy: IMPORT_PRINCIPAL,
    source: "import",
    version: 1,
    created: draft.created,
    updated: draft.updated,
    firstResponse: null,
    closed: isOver ? (draft.closed ?? draft.updated) : null,
    closedBy: isOver ? IMPORT_PRINCIPAL : null,
    oldNumber: draft.oldNumber,
    publicWords: words,
    staffWords: draft.notes.length === 0 ? words : [...new Set([...words, ...tokenize(...draft.notes)])],
  };
}
