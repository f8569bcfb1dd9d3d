import type { PoolClient } from "pg";
import { IMPORT_PRINCIPAL } from "#server/lib/request-context.ts";
import { copyRows } from "#server/lib/db/pg-copy.ts";

export type ImportedNote = { ticketId: string; text: string; at: Date };

/** Writes internal notes of new tickets, in the caller's transaction; their words are the caller's to index. */
export async function addImportedNotes(client: PoolClient, notes: readonly ImportedNote[]): Promise<void> {
  await copyRows(
    client,
    "comments",
    ["ticket_id", "origin_ticket_id", "author_id", "visibility", "comment", "source", "created_at"],
    notes.map(({ ticketId, text, at }) => [
      ticketId,
      ticketId,
      IMPORT_PRINCIPAL,
      "internal",
      text,
      "import",
      at,
    ]),
  );
}
