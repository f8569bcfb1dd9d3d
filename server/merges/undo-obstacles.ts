import { sql } from "kysely";
import type { Db } from "#server/lib/request-context.ts";
import { type Refusal, refuse } from "#server/lib/refusal.ts";
import { readTies, type Ties } from "#server/links/ties.ts";
import { obstacleOfIncidents } from "./incident-obstacles.ts";
import type { MergeRow } from "./rows.ts";

type Standing = {
  merge_id: string;
  uid: string;
  home_uid: string;
  /** The ticket that one of the two became part of since, through however many merges. */
  onward: string | null;
  onward_of: string | null;
  in_trash: string | null;
  is_erased: boolean;
  /** A new ticket to which something went on since, and one that was merged into the new ticket of a split. */
  split_off: string | null;
  joined: string | null;
};

/** Why merges cannot be undone now, by their ids: what happened since has to be undone first (rule 837). */
export async function findUndoObstacles(db: Db, merges: readonly MergeRow[]): Promise<Map<string, Refusal>> {
  const { rows } = await sql<Standing>`
    with recursive asked as (select * from ticket_merges where id = any(${merges.map(({ id }) => id)}::uuid[])),
    -- Of a merge the ticket that stays must hold the rows; of a split both tickets must be there by themselves.
    place as (
      select asked.id as merge_id, t.id as ticket_id, t.uid, t.merged_into_id, t.deleted_at, t.erased_at
      from asked join tickets t on t.id = asked.into_id or (asked.kind = 'split' and t.id = asked.ticket_id)),
    way as (
      select merge_id, uid as of, merged_into_id as next from place where merged_into_id is not null
      union all
      select way.merge_id, way.of, t.merged_into_id from way join tickets t on t.id = way.next where t.merged_into_id is not null),
    ending as (
      select distinct on (way.merge_id) way.merge_id, way.of, t.uid from way join tickets t on t.id = way.next
      where t.merged_into_id is null order by way.merge_id, way.of)
    select asked.id as merge_id, own.uid, home.uid as home_uid, ending.uid as onward, ending.of as onward_of,
      (select min(place.uid) from place where place.merge_id = asked.id and place.deleted_at is not null
        and place.merged_into_id is null) as in_trash,
      exists (select from place where place.merge_id = asked.id and place.erased_at is not null) as is_erased,
      case asked.kind when 'merge' then (
        select min(coalesce(new.uid, t.uid)) from (
            select row_id from ticket_moves where merge_id = asked.id and entity = 'comment'
            union all select asked.opening_comment_id) moved join comments c on c.id = moved.row_id
          join tickets t on t.id = c.ticket_id
          -- A split stands though its ticket came back since: with the comment gone, neither could be undone any more.
          left join lateral (
            select s.ticket_id from ticket_merges s
              join ticket_moves again on again.merge_id = s.id and again.entity = 'comment' and again.row_id = moved.row_id
            where s.into_id = asked.into_id and s.kind = 'split' and s.undone_at is null and s.merged_at > asked.merged_at
            limit 1) as split on true
          left join tickets new on new.id = split.ticket_id
        where c.ticket_id <> asked.into_id or new.id is not null)
      else (
        select min(t.uid) from ticket_merges later join tickets t on t.id = later.ticket_id
        where later.into_id = asked.ticket_id and later.kind = 'split' and later.undone_at is null) end as split_off,
      case when asked.kind = 'split' then (
        select min(t.uid) from ticket_merges later join tickets t on t.id = later.ticket_id
        where later.into_id = asked.ticket_id and later.kind = 'merge' and later.undone_at is null) end as joined
    from asked join tickets own on own.id = asked.ticket_id join tickets home on home.id = asked.into_id
    left join ending on ending.merge_id = asked.id`.execute(db);
  const splits = merges.filter(({ kind }) => kind === "split");
  const ends = splits.flatMap(({ ticket_id, into_id }) => [ticket_id, into_id]);
  const ties: Ties = ends.length > 0 ? await readTies(db, ends) : new Map();
  return new Map(
    rows.flatMap((row) => {
      const split = splits.find(({ id }) => id === row.merge_id);
      const refusal = explain(row) ?? (split ? obstacleOfComingHome(split, row, ties) : null);
      return refusal ? [[row.merge_id, refusal] as const] : [];
    }),
  );
}

/** What was split off becomes part of the other ticket, as by a merge. */
function obstacleOfComingHome({ ticket_id, into_id }: MergeRow, { uid, home_uid }: Standing, ties: Ties) {
  return obstacleOfIncidents([{ id: into_id, uid: home_uid }], { id: ticket_id, uid }, ties);
}

function explain(row: Standing): Refusal | null {
  const { uid, onward, onward_of, in_trash, is_erased, split_off, joined } = row;
  if (is_erased) return refuse(404, "ticket.undo_nothing");
  if (onward !== null && onward_of !== null)
    return refuse(409, "merge.onward", { params: { uid: onward_of, into: onward } });
  if (in_trash !== null) return refuse(409, "merge.in_trash", { params: { uid: in_trash } });
  if (joined !== null) return refuse(409, "merge.onward", { params: { uid: joined, into: uid } });
  if (split_off !== null) return refuse(409, "merge.split_since", { params: { uid: split_off } });
  return null;
}
