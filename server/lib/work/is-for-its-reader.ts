import { sql, type SqlBool } from "kysely";
import { holds, seesFromOutside } from "../rights-of-others.ts";

/**
 * Whether the reader of a row of `mails` may still read what it is about: a mail may wait for days, for a server or for
 * another try. Whoever left its ticket, the company that shows it or the desk meanwhile gets nothing more of it.
 */
export const isForItsReader = sql<SqlBool>`(mails.ticket_id is null or mails.user_id is null or exists (
  select from users u join tickets t on t.id = mails.ticket_id left join companies c on c.id = u.company_id
  where u.id = mails.user_id and u.deleted_at is null and c.deleted_at is null and ${holds("tickets.read")}
    and (u.user_type = 'internal' or ${seesFromOutside})))`;
