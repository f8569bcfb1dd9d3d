import type pg from "pg";

/** Held and failed mails of a desk: people decide on them, so there are as many in a year as in ten. */
const OPEN = 2000;
const STEP = 100_000;

/**
 * Fills a desk up to so many mails that came in, and as many that went out: nine in ten led to a ticket, the rest was
 * ignored or spam. Ten in a row are of one ticket, so that the tickets of a large desk have no more mails than those of a
 * small one, where there is a ticket for every ten mails. One came in every minute, the later it stands the longer ago:
 * a desk with more mails is an older one, and its last day the same. Rows alone: originals are looked at one by one.
 */
export async function fillWithMails(pool: pg.Pool, size: number): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("set statement_timeout = 0");
    await client.query(NUMBERED);
    const { rows } = await client.query<{ n: number }>("select count(*)::int as n from incoming_mails");
    for (let have = rows[0]?.n ?? 0; have < size; have += STEP) {
      const until = Math.min(have + STEP, size);
      await client.query(MAILS_IN, [have, until]);
      await client.query(MAILS_OUT, [until - have]);
    }
    await client.query("vacuum (analyze) incoming_mails, mails");
  } finally {
    // With its temporary tables and without its timeout it is nobody else's.
    client.release(true);
  }
}

/** Senders and tickets by number, so that each mail finds its own by a calculation. */
const NUMBERED = `
  create temporary table bench_senders as
    select (row_number() over (order by u.id) - 1)::int as n, u.id, lower(u.email) as email, u.fullname
    from users u where u.user_type = 'external' and u.email is not null;
  create unique index on bench_senders (n);
  create temporary table bench_tickets as
    select (row_number() over (order by t.id) - 1)::int as n, t.id from tickets t;
  create unique index on bench_tickets (n);
  analyze bench_senders, bench_tickets`;

const MAILS_IN = `
  insert into incoming_mails (id, identity, bytes, message_id, from_address, from_name, subject, state, reason, proof,
    mailbox_id, user_id, ticket_id, opened_ticket, matched_by, recipients, words, parser, received_at)
  select w.id, sha256(uuid_send(w.id)), 8000, '<' || w.id || '@client.example>', s.email, s.fullname,
    'Blank labels ' || w.n, w.state, case w.state when 'held' then 'unknown_sender' when 'failed' then 'unreadable'
      when 'spam' then 'spam' when 'ignored' then 'newsletter' end, 'none',
    (select id from mailboxes where is_default), case when w.state = 'done' then s.id end,
    case when w.state = 'done' then t.id end, w.state = 'done' and w.n % 2 = 0,
    case when w.state = 'done' and w.n % 2 = 1 then 'reference' end, '[]',
    repeat('The label printer prints blank labels. ', 5), 1, now() - w.n * interval '1 minute'
  from (
    select n, gen_random_uuid() as id, case when n < ${OPEN} then case when n % 40 = 0 then 'failed' else 'held' end
      when n % 10 > 0 then 'done' when n % 20 = 0 then 'spam' else 'ignored' end as state,
      ((n * 7919::bigint) % (select count(*) from bench_senders))::int as sender,
      ((n / 10 * 104729::bigint) % (select count(*) from bench_tickets))::int as ticket
    from generate_series($1::int, $2::int - 1) as n
  ) w
  join bench_senders s on s.n = w.sender
  join bench_tickets t on t.n = w.ticket`;

const MAILS_OUT = `
  insert into mails (message_id, "to", subject, body_text, body_html, ticket_id, state, created_at, sent_at)
  select '<out-' || m.id || '@waypost.example>', m.from_address, m.subject, 'words', '<p>words</p>', m.ticket_id, 'sent',
    m.received_at, m.received_at
  from incoming_mails m where m.from_address is not null order by m.position desc limit $1`;
