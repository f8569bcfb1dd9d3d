/*
 * The floor: for each request the best statement that we know, written here by hand. Nothing is recorded from our own code,
 * or the floor would sink with it. Bounds are numbers, so that each statement is planned once.
 */

/** The person of a token, as every request has to look. `$1` is the token's SHA-256. */
export const SESSION = `
  select u.id, u.email, u.fullname, u.user_type from access_tokens a
  join sessions s on s.id = a.session_id join users u on u.id = s.user_id
  where a.hash = $1 and a.expires_at > now() and s.revoked_at is null and s.expires_at > now() and u.deleted_at is null`;

/** The same of whoever writes: how much they write is counted, as at every write of ours. */
export const WRITING_SESSION = `
  with person as materialized (${SESSION}),
  counted as (
    insert into allowances (key, used, at) select 'floor:' || id, '{1}', now() from person
    on conflict (key) do update set used[1] = allowances.used[1] + 1, at = excluded.at)
  select * from person`;

/** What the staff's rows show beside the ticket itself: each is a look into an index for a row that is left. */
const ASIDE = `t.follow_up_at, t.follow_up_due_at,
  array(select name from (select (select name from tags where id = x.tag_id and deleted_at is null) as name
    from ticket_tags x where x.ticket_id = t.id offset 0) as named where name is not null order by name) as tags,
  (select json_build_object('done', count(i.done_at), 'items', count(*)) from checklist_items i
    where i.ticket_id = t.id having count(*) > 0) as checklist,
  exists (select from drafts d where d.user_id = $1 and d.ticket_id = t.id) as has_draft,
  (select json_build_object('id', p.id, 'uid', p.uid) from ticket_links l join tickets p on p.id = l.to_ticket_id
    where l.from_ticket_id = t.id and l.kind = 'child') as parent,
  (select count(*)::int from ticket_links l where l.to_ticket_id = t.id and l.kind = 'child' having count(*) > 0) as reporters`;

/** The columns of a row in a list; names are looked up for the rows that are left. `$1` is who asks. */
const COLUMNS = `t.id, t.uid, t.subject, t.issue, t.status, t.priority, t.assignee_id, t.client_id, t.company_id, t.group_id,
  t.created, t.updated, t.version,
  (select fullname from users where id = t.assignee_id) as assignee_fullname,
  (select fullname from users where id = t.client_id) as client_fullname,
  (select name from companies where id = t.company_id) as company_name,
  (select name from groups where id = t.group_id) as group_name,
  coalesce((select r.read_at < greatest(t.updated, t.noted) from ticket_reads r where r.ticket_id = t.id and r.user_id = $1),
    t.source <> 'import' and greatest(t.updated, t.noted) > now() - interval '7 days') as unread,
  ${ASIDE}`;

/** The same with what is due next, for those that have not read it to find the tickets. */
const ROW = `${COLUMNS},
  (select json_build_object('due_at', d.due_at, 'target', d.target, 'is_paused', d.is_paused)
    from sla_due d where d.ticket_id = t.id) as due`;

const COUNTED = `counted as materialized (
  select coalesce(json_object_agg(status, n), '{}') as counts
  from (select status, sum(n)::bigint as n from ticket_totals group by status having sum(n) <> 0) as each)`;

const list = (order: string, where = "true") => `
  with ${COUNTED}
  select counted.counts, page.* from counted left join (
    select ${ROW} from (select * from tickets where deleted_at is null and ${where} order by ${order} limit 26) as t
  ) as page on true`;

/** All tickets with a word, by the index of words. `$2` is the tsquery. */
const RARE = `
  with hits as materialized (
    select ticket_id, status, updated from ticket_words where staff_words @@ (select $2::tsquery) and deleted_at is null),
  counted as materialized (
    select coalesce(json_object_agg(status, n), '{}') as counts from (select status, count(*) as n from hits group by 1) as each)
  select counted.counts, page.* from counted left join (
    select ${ROW} from (select ticket_id from hits order by updated desc, ticket_id desc limit 26) as found
    join tickets t on t.id = found.ticket_id order by t.updated desc, t.id desc
  ) as page on true`;

/** The newest tickets with a word, row by row until the page is full; how many there are is left open. */
const COMMON = `
  select ${ROW} from (
    select ticket_id from ticket_words where deleted_at is null and coalesce(staff_words @@ (select $2::tsquery), false)
    order by updated desc, ticket_id desc limit 26) as found
  join tickets t on t.id = found.ticket_id order by t.updated desc, t.id desc`;

/** A ticket with its conversation. `$2` is its id. */
const DETAIL = `
  select ${ROW}, array(
    select json_build_object('id', c.id, 'comment', c.comment, 'visibility', c.visibility, 'created_at', c.created_at,
      'author', (select fullname from users where id = c.author_id))
    from comments c where c.ticket_id = t.id and c.deleted_at is null order by c.created_at, c.id limit 1000) as comments
  from tickets t where t.id = $2 and t.deleted_at is null`;

/** The newest tickets with a tag, and how many it has by status. `$2` is its name. */
const TAGGED = `
  with tag as materialized (select id from tags where name = $2 and deleted_at is null),
  counted as materialized (
    select coalesce(json_object_agg(status, n), '{}') as counts from (
      select status, count(*) as n from ticket_tags where tag_id = (select id from tag) and not in_trash group by 1) as each)
  select counted.counts, page.* from counted left join (
    select ${ROW} from (
      select ticket_id from ticket_tags where tag_id = (select id from tag) and not in_trash
      order by updated desc, ticket_id desc limit 26) as found
    join tickets t on t.id = found.ticket_id order by t.updated desc, t.id desc
  ) as page on true`;

const OWN = "user_id = $1 and done_at is null and remind_at is null and not in_trash";
const upTo = (rows: string) => `(select count(*)::int from (select from ${rows} limit 100) as few)`;

/** A page of everything that waits in the Inbox, and the numbers of its tabs. */
const INBOX = `
  select item.ticket_id, item.reason, item.happened_at, item.news, item.read_at is null as is_unread, t.uid, t.subject, t.status,
    c.visibility, left(c.comment, 400) as excerpt, (select fullname from users where id = item.actor_id) as actor,
    ${upTo(`inbox_items where ${OWN}`)} as waiting, ${upTo(`inbox_items where read_at is null and ${OWN}`)} as unread,
    ${upTo(`inbox_items where mentioned and ${OWN}`)} as mentions
  from (select * from inbox_items where ${OWN} order by happened_at desc, ticket_id desc limit 51) as item
  join tickets t on t.id = item.ticket_id left join comments c on c.id = item.comment_id and c.deleted_at is null
  order by item.happened_at desc, item.ticket_id desc`;

/** `$2` is a ticket. */
const SAVED = `insert into drafts (user_id, ticket_id, text, is_internal, version, updated_at)
  values ($1, $2, 'Thank you, we look at the printer today.', false, extract(epoch from clock_timestamp()) * 1000, now())
  on conflict (user_id, ticket_id) do update set text = excluded.text, version = excluded.version, updated_at = excluded.updated_at
  returning version`;

/** The lists of staff-lists.ts, in their order. `$2` is the name of a tag. */
const TEN_VIEWS = [
  "status <> 'closed'",
  "assignee_id = $1 and status <> 'closed'",
  "assignee_id is null",
  "status = 'pending'",
  "status = 'on_hold' and priority = 'high'",
  "priority = 'urgent' and status <> 'closed'",
  "group_id is null and status <> 'closed'",
  "(follow_up_due_at is not null or follow_up_at <= now())",
  "follow_up_at is not null",
]
  .map((filter) => upTo(`tickets where deleted_at is null and ${filter}`))
  .concat(
    upTo(
      "ticket_tags where tag_id = (select id from tags where name = $2 and deleted_at is null) and status <> 'closed' and not in_trash",
    ),
  );

/**
 * A saved reply with what fills its places in, and who is mailed the answer: whoever reads tickets, has not switched these mails
 * off and can be reached. `$2` is "reply ticket".
 */
const RENDERED = `
  with asked as materialized (select split_part($2, ' ', 1)::uuid as reply, split_part($2, ' ', 2)::uuid as ticket)
  select r.id, r.name, r.visibility, r.effects, t.uid, t.subject, t.follow_up_at, client.fullname as client, client.email, client.locale,
    company.name as company, assignee.fullname as assignee, team.name as team,
    array(select json_build_object('language', x.language, 'body', x.body)
      from saved_reply_texts x where x.reply_id = r.id order by x.position) as texts,
    (select json_object_agg(key, value) from settings where company_id is null and key in ('brand_name', 'time_zone')) as desk,
    array(select json_build_object('id', u.id, 'fullname', u.fullname, 'email', u.email, 'user_type', u.user_type)
      from (select t.client_id as id union select t.assignee_id union select user_id from participants where ticket_id = t.id) as reader
      join users u on u.id = reader.id left join companies c on c.id = u.company_id
      where u.deleted_at is null and c.deleted_at is null and u.id <> $1
        and exists (select from user_roles h join role_permissions p on p.role_id = h.role_id
          where h.user_id = u.id and p.permission = 'tickets.read')
        and not exists (select from notification_preferences n where n.user_id = u.id and n.topic = 'reply' and not n.mail)
        and not exists (select from bounced_addresses b where b.address = lower(u.email))) as readers
  from asked
  join saved_replies r on r.id = asked.reply and r.deleted_at is null and (r.audience = 'everyone' or r.owner_id = $1 or exists (
    select from group_members m join groups g on g.id = m.group_id
    where m.group_id = r.group_id and m.user_id = $1 and g.deleted_at is null))
  join tickets t on t.id = asked.ticket and t.deleted_at is null and t.erased_at is null
  left join users client on client.id = t.client_id and client.deleted_at is null
  left join users assignee on assignee.id = t.assignee_id and assignee.deleted_at is null
  left join companies company on company.id = t.company_id and company.deleted_at is null
  left join groups team on team.id = t.group_id and team.deleted_at is null`;

/** What is due next, and how many tickets there are by status. `$1` is who asks. */
const DUE = `
  with ${COUNTED}
  select counted.counts, page.* from counted left join (
    select ${COLUMNS}, t.due_at, t.target, t.is_paused from (
      select tickets.*, d.due_at, d.target, d.is_paused from sla_due d join tickets on tickets.id = d.ticket_id
      where deleted_at is null and d.due_at is not null order by d.due_at, d.ticket_id limit 26) as t order by t.due_at, t.id
  ) as page on true`;

/** What is overdue, the newest first, and how many that are by status. */
const OVERDUE = `
  with late as materialized (
    select t.id, t.status, t.updated from sla_due d join tickets t on t.id = d.ticket_id
    where d.due_at < now() and t.deleted_at is null),
  counted as materialized (
    select coalesce(json_object_agg(status, n), '{}') as counts from (select status, count(*) as n from late group by 1) as each)
  select counted.counts, page.* from counted left join (
    select ${COLUMNS}, d.due_at, d.target, d.is_paused from (select id from late order by updated desc, id desc limit 26) as found
    join tickets t on t.id = found.id join sla_due d on d.ticket_id = t.id order by t.updated desc, t.id desc
  ) as page on true`;

/** Every row that the receipt of a ticket which was never merged is computed from. `$2` is the ticket. */
const RECEIPT = `
  select t.id, t.uid, (select user_type from users where id = t.created_by) as maker,
    (select json_agg(json_build_object('seq', h.seq, 'at', h.occurred_at, 'kind', h.kind, 'via', h.via, 'after', h.after)
        order by h.seq)
      from history h where h.entity = 'ticket' and h.entity_id = t.id and h.audience = 'public') as events,
    (select json_agg(json_build_object('at', c.created_at, 'source', c.source, 'deleted', c.deleted_at, 'author', u.user_type,
        'address', c.from_address, 'seq', h.seq) order by c.position)
      from comments c left join users u on u.id = c.author_id
        left join history h on h.entity = 'comment' and h.entity_id = c.id and h.kind = 'comment.created'
      where c.ticket_id = t.id and c.visibility = 'public') as comments,
    (select json_agg(p) from sla_pins p where p.ticket_id = t.id and p.undone_at is null) as pins,
    (select json_agg(json_build_object('verdict', v, 'by', (select fullname from users where id = v.judged_by)) order by v.decided_at)
      from sla_verdicts v where v.ticket_id = t.id) as verdicts,
    (select generation from sla_state) as generation
  from tickets t where t.id = $2::uuid and $1::uuid is not null and t.deleted_at is null`;

/** Three months of every company, from the counters. `$2` is the first one. */
const REPORT = `
  select counted.*, c.name
  from (
    select m.company_id, m.month, sum(m.met)::int as met, sum(m.missed)::int as missed, sum(m.judged_again)::int as judged_again
    from sla_monthly_totals m
    where m.month between $2::date and $2::date + interval '2 months' and $1::uuid is not null group by 1, 2) as counted
  join companies c on c.id = counted.company_id`;

export const STATEMENTS = {
  list: list("updated desc, id desc"),
  "list, status": list("updated desc, id desc", "status = $2"),
  "list, by subject": list("lower(subject), id"),
  "search, rare word": RARE,
  "search, missing word": RARE,
  "search, common word": COMMON,
  detail: DETAIL,
  "list, tag": TAGGED,
  inbox: INBOX,
  "inbox, count": `select ${upTo(`inbox_items where read_at is null and ${OWN}`)} as unread`,
  "reply, render": RENDERED,
  "draft, save": SAVED,
  "list, due": DUE,
  "list, overdue": OVERDUE,
  receipt: RECEIPT,
  "report of service levels": REPORT,
  "ten views": `select unnest(array[${TEN_VIEWS.join(", ")}]) as n`,
} as const;

export type FloorName = keyof typeof STATEMENTS;

/** Those that write. */
export const WRITES: ReadonlySet<string> = new Set<FloorName>(["draft, save"]);

/** `shown` is what both have to answer alike; without it the ids of tickets. */
export type FloorRequest = {
  name: FloorName;
  path: string;
  value?: string;
  shown?: (body: string) => unknown;
};
