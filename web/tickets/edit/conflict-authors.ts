import { useQuery } from "@tanstack/react-query";
import { ApiError, isRecord } from "#web/lib/api/api-error.ts";
import type { EditField } from "./edit-values.ts";
import { type Activity, historyQuery } from "../ticket-data.ts";

/** The author and time of a field's present value; `by` is null for the system. */
export type Author = { by: string | null; at: string };
/** By the field's name on the wire. */
export type Authors = Readonly<Record<string, Author>>;

/**
 * The authors of the fields in conflict. A refused save names them; for changes that came live, the ticket's history
 * does.
 */
export function useConflictAuthors(ticketId: string, fields: readonly EditField[], refused: Authors) {
  const { data } = useQuery({ ...historyQuery(ticketId), enabled: fields.length > 0 });
  const known: Authors = { ...refused, ...authorsOf(data?.items ?? []) };
  return (field: EditField): Author | undefined => known[field];
}

/** The authors of the conflicts that the server's 409 names. */
export function authorsIn(refusal: unknown): Authors {
  const conflicts = refusal instanceof ApiError ? refusal.problem["conflicts"] : null;
  if (!Array.isArray(conflicts)) return {};
  return Object.fromEntries(
    conflicts.filter(isConflict).map(({ field, by, at }) => [field, { by, at }] as const),
  );
}

/** The last change of each field, whichever way the history is ordered. */
export function authorsOf(history: readonly Activity[]): Authors {
  const changes = history.flatMap(({ by, at, changes: fields }) =>
    fields.map(({ field }) => ({ field, by, at })),
  );
  const oldestFirst = changes.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
  return Object.fromEntries(oldestFirst.map(({ field, by, at }) => [field, { by, at }]));
}

function isConflict(value: unknown): value is Author & { field: string } {
  return (
    isRecord(value) &&
    typeof value["field"] === "string" &&
    typeof value["at"] === "string" &&
    (typeof value["by"] === "string" || value["by"] === null)
  );
}
