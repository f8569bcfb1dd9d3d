import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { Actor } from "#contract/access/actor.ts";
import { maySeeIncidents } from "#contract/access/incidents.ts";
import { refuseField } from "#server/lib/refusal.ts";

/** Refuses 422 for those who may not know of incidents, as for a field that does not exist. */
export function refuseParentFilter(actor: Actor, { parent }: { parent?: string | undefined }): void {
  if (parent && !maySeeIncidents(actor))
    throw refuseField(422, "parent", "field.unknown", { field: "parent" });
}

/** Matches rows of any source that belong to an incident. There are few: their ids are read first, once. */
export function isChildOf(incidentId: string): RawBuilder<SqlBool> {
  return sql`t.id = any(array(select id from incident_children(${incidentId}::uuid)))`;
}
