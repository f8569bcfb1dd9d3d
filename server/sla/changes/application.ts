import { mayManageSla } from "#contract/access/sla.ts";
import type { SlaScope } from "#server/db/tables/service-levels.ts";
import { refuse } from "#server/lib/refusal.ts";
import type { Ctx, Db } from "#server/lib/request-context.ts";

export type Application = {
  group_id: string;
  scope: SlaScope;
  applied_by: string;
  at: Date;
  open_tickets: number;
  applied: number;
  last_ticket_id: string | null;
  done_at: Date | null;
  undone_at: Date | null;
};

/** Reads how far an application is. Refuses 403, 404 for one that is not there. */
export async function getApplication({ db, actor }: Pick<Ctx, "db" | "actor">, groupId: string) {
  if (!mayManageSla(actor)) throw refuse(403, "auth.not_allowed");
  const found = await db
    .selectFrom("sla_applications")
    .selectAll()
    .where("group_id", "=", groupId)
    .executeTakeFirst();
  if (!found) throw refuse(404, "ticket.undo_nothing");
  const { group_id, applied, open_tickets, at, done_at, undone_at } = found;
  const state: "undone" | "done" | "running" = undone_at ? "undone" : done_at ? "done" : "running";
  return { group_id, state, applied, open_tickets, at: at.toISOString() };
}

/** Locks an application, so that it is not continued and undone at once. Refuses 404 for one that is not there. */
export async function lockApplication(db: Db, groupId: string): Promise<Application> {
  const found = await db
    .selectFrom("sla_applications")
    .selectAll()
    .where("group_id", "=", groupId)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw refuse(404, "ticket.undo_nothing");
  return found;
}
