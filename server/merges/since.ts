import { sql } from "kysely";
import type { Db } from "#server/lib/request-context.ts";
import type { MergeRow } from "./rows.ts";

export type WrittenSince = {
  id: string;
  author_fullname: string | null;
  text: string;
  visibility: "public" | "internal";
  created_at: Date;
  is_theirs: boolean;
};

const EXCERPT = 160;

/**
 * Finds what was written on the ticket that stays since a merge, the oldest first, and whether it belongs to the merged one:
 * by its people, or mailed to its number.
 */
export async function findWrittenSince(
  db: Db,
  { ticket_id, into_id, merged_at }: Pick<MergeRow, "ticket_id" | "into_id" | "merged_at">,
): Promise<WrittenSince[]> {
  const { rows } = await sql<WrittenSince>`
    select c.id, coalesce(u.fullname, p.name) as author_fullname, left(c.comment, ${sql.lit(EXCERPT)}) as text, c.visibility,
      c.created_at,
      (c.author_id = part.client_id
        or exists (select from participants their where their.ticket_id = part.id and their.user_id = c.author_id)
        or exists (select from incoming_mails i where i.comment_id = c.id and i.ticket_id = ${into_id}
          and (position('[' || part.uid || ']' in i.subject) > 0
            or i.recipients::text like '%+' || part.number || '.%'))) is true as is_theirs
    from comments c join tickets part on part.id = ${ticket_id}
    join principals p on p.id = c.author_id left join users u on u.id = c.author_id
    where c.ticket_id = ${into_id} and c.origin_ticket_id = ${into_id} and c.created_at >= ${merged_at}
      and c.deleted_at is null and not c.stands_as_issue
    order by c.position`.execute(db);
  return rows;
}
