import { type RawBuilder, sql } from "kysely";
import type { Db } from "#server/lib/request-context.ts";

export type MailedTicket = NonNullable<Awaited<ReturnType<typeof findMailedTicket>>>;

/** Finds a ticket with everybody on it: requester, participants and assignee. Null for a ticket in the trash. */
export async function findMailedTicket(db: Db, id: string) {
  const ticket = await db
    .selectFrom("tickets as t")
    .leftJoin("users as a", "a.id", "t.assignee_id")
    .select(["t.id", "t.uid", "t.number", "t.subject", "t.issue", "t.source", "t.company_id"])
    .select(["t.client_id", "t.assignee_id", "t.group_id", "t.mailbox_id"])
    .select("a.fullname as assignee_fullname")
    .select(sql<string[]>`array(select user_id from participants where ticket_id = t.id)`.as("followers"))
    .where("t.id", "=", id)
    .where("t.deleted_at", "is", null)
    .executeTakeFirst();
  return ticket ?? null;
}

/**
 * Who has a comment's answer already, as an expression of the statement that reads it: external people to whom a colleague's
 * proven mail went directly (rule 645).
 */
export function directRecipients(commentId: string): RawBuilder<string[]> {
  return sql`array(
    with addresses as (
      select lower(part ->> 'address') as address
      from incoming_mails i join users author on author.id = i.user_id and author.user_type = 'internal',
        jsonb_array_elements(
          coalesce(i.recipients -> 'to', '[]') || coalesce(i.recipients -> 'cc', '[]')) as part
      where i.comment_id = ${sql.ref(commentId)} and i.proof = 'strong')
    select id from users where user_type = 'external' and lower(email) in (select address from addresses)
    union
    select a.user_id from user_addresses a join users u on u.id = a.user_id and u.user_type = 'external'
    where a.address in (select address from addresses))`;
}
