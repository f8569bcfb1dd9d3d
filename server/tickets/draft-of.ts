import { sql, type RawBuilder } from "kysely";
import type { Asked } from "#server/lib/db/build-once.ts";

/** Whether the actor has begun to write on a ticket; nobody learns of another's drafts. */
export function hasDraft({ actor }: Pick<Asked, "actor">, ticket: "t" | "ticket"): RawBuilder<boolean> {
  return sql<boolean>`exists (select from drafts draft
    where draft.user_id = ${actor.id} and draft.ticket_id = ${sql.ref(`${ticket}.id`)})`;
}
