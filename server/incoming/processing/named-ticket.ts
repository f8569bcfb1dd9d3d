import { type Selectable, sql } from "kysely";
import { isExternal } from "#contract/access/actor.ts";
import { maySeeTicket } from "#contract/access/tickets.ts";
import type { Tables } from "#server/db/tables.ts";
import type { Ctx } from "#server/lib/request-context.ts";

/** A ticket that a mail names, as its sender stands to it. */
export type NamedTicket = {
  id: string;
  uid: string;
  status: string;
  closed: Date | null;
  deleted: boolean;
  confidential: boolean;
  /** The sender sees it, or would if it were not in the trash. */
  isSeen: boolean;
  isOfCompany: boolean;
};

type FoundTicket = Pick<
  Selectable<Tables["tickets"]>,
  "closed" | "uid" | "status" | "deleted_at" | "company_id" | "client_id" | "merged_into_id" | "confidential"
> & { sharing: string | null; followed: boolean };

/** Locks the ticket, so that it is not merged, moved or thrown away meanwhile; null for one that is gone for good. */
export async function readNamedTicket(
  { db, actor }: Pick<Ctx, "db" | "actor">,
  id: string,
): Promise<NamedTicket | null> {
  const { rows } = await sql<FoundTicket>`
    select t.uid, t.status, t.closed, t.deleted_at, t.company_id, t.client_id, t.merged_into_id, t.confidential, c.sharing,
      exists (select from participants p where p.ticket_id = t.id and p.user_id = ${actor.id}) as followed
    from tickets t left join companies c on c.id = t.company_id
    where t.id = ${id} and t.erased_at is null for update of t`.execute(db);
  const [ticket] = rows;
  if (!ticket) return null;
  // Merged since the mail was matched: its answer belongs where the conversation is now.
  if (ticket.merged_into_id !== null) return readNamedTicket({ db, actor }, ticket.merged_into_id);
  const { uid, status, closed, deleted_at, confidential, company_id } = ticket;
  const isSeen = maySeeTicket(actor, {
    ...ticket,
    shared: ticket.sharing === "company",
    deleted: false,
  });
  return {
    id,
    uid,
    status,
    closed,
    deleted: deleted_at !== null,
    confidential,
    isSeen,
    isOfCompany: !isExternal(actor) || (company_id !== null && company_id === actor.company_id),
  };
}
