import { sql } from "kysely";
import type { Ctx } from "#server/lib/request-context.ts";
import { findTicket } from "#server/tickets/read.ts";
import type { Moves } from "./measure.ts";
import { explain } from "./preview.ts";
import type { MergeRow } from "./rows.ts";
import { findWrittenSince } from "./since.ts";
import { findUndoObstacles } from "./undo-obstacles.ts";

type Named = { id: string; uid: string; subject: string };
type Row = MergeRow & {
  from: Named;
  to: Named;
  by_fullname: string | null;
  moves: Moves;
  people: string[];
  has_draft: boolean;
};

/** Lists what was merged into a ticket and split from it, or from what it was split, without what was undone. */
export async function listMerges(ctx: Ctx, ticketId: string) {
  await findTicket(ctx, ticketId);
  const rows = await readStanding(ctx, ticketId);
  const obstacles = await findUndoObstacles(ctx.db, rows);
  const items = [];
  for (const { id, kind, merged_at, from, to, by_fullname, moves, people, has_draft, ...row } of rows) {
    const obstacle = obstacles.get(id);
    const since =
      kind === "merge" && !obstacle
        ? // oxlint-disable-next-line no-await-in-loop
          await findWrittenSince(ctx.db, { ...row, merged_at })
        : [];
    items.push({
      id,
      kind,
      from,
      to,
      at: merged_at.toISOString(),
      by_fullname,
      moves,
      people,
      has_draft,
      blocked: obstacle ? explain(obstacle) : null,
      since: since.map((comment) => ({ ...comment, created_at: comment.created_at.toISOString() })),
    });
  }
  return { items };
}

async function readStanding({ db, actor }: Ctx, ticketId: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select m.*, by.fullname as by_fullname,
      m.kind = 'merge' and exists (
        select from drafts d where d.ticket_id = m.ticket_id and d.user_id = ${actor.id}) as has_draft,
      json_build_object('id', source.id, 'uid', source.uid, 'subject', source.subject) as from,
      json_build_object('id', target.id, 'uid', target.uid, 'subject', target.subject) as to,
      (select json_build_object(
          'comments', count(*) filter (where c.visibility = 'public'), 'notes', count(*) filter (where c.visibility = 'internal'),
          'files', (select count(*) from ticket_moves f join attachments a on a.id = f.row_id and a.deleted_at is null
            where f.merge_id = m.id and f.entity = 'attachment'),
          'checklist', (select count(*) from ticket_moves i where i.merge_id = m.id and i.entity = 'checklist_item'))
        from ticket_moves moved join comments c on c.id = moved.row_id and c.deleted_at is null
        where moved.merge_id = m.id and moved.entity = 'comment') as moves,
      array(select u.fullname from jsonb_array_elements_text(m.settled -> 'people') as came(id)
        join users u on u.id = came.id::uuid order by u.name_key) as people
    from ticket_merges m
    join tickets source on source.id = case m.kind when 'merge' then m.ticket_id else m.into_id end
    join tickets target on target.id = case m.kind when 'merge' then m.into_id else m.ticket_id end
    left join users by on by.id = m.merged_by
    where m.undone_at is null and (m.into_id = ${ticketId} or (m.kind = 'split' and m.ticket_id = ${ticketId}))
    order by m.merged_at, m.id`.execute(db);
  return rows;
}
