import type { PoolClient } from "pg";
import { EVENTS, type EventKind } from "#contract/events.ts";
import { newEventId } from "../crypto/token.ts";
import { withCategory } from "../work/history.ts";
import { copyRows } from "./pg-copy.ts";

export type BulkEvent = {
  id: string;
  kind: EventKind;
  at: Date;
  /** The principal who did it. */
  by: string;
  companyId: string | null;
  after?: Record<string, unknown>;
};

/**
 * Writes the events of a bulk change by COPY, in the caller's transaction. They are `via` import, which announces
 * nothing (rule 492). Kinds of several audiences are recorded for the first of them.
 */
export async function copyHistory(client: PoolClient, events: readonly BulkEvent[]): Promise<void> {
  await copyRows(
    client,
    "history",
    COLUMNS,
    events.map(({ id, kind, at, by, companyId, after }) => {
      const { entity, audience } = EVENTS[kind];
      const readers = typeof audience === "string" ? audience : audience[0];
      const details = withCategory({ kind, ...(after && { after }) });
      const said = details === undefined ? null : JSON.stringify(details);
      const version = details === after ? 1 : 2;
      return [newEventId(at), entity, id, kind, at, by, "import", readers, companyId, said, version];
    }),
  );
}

const COLUMNS = [
  "id",
  "entity",
  "entity_id",
  "kind",
  "occurred_at",
  "principal_id",
  "via",
  "audience",
  "company_id",
  "after",
  "schema_version",
];
