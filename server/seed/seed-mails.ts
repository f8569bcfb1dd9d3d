import { Readable } from "node:stream";
import type { PoolClient } from "pg";
import type { FileStore } from "#server/lib/file-store/file-store.ts";
import { DEMO_MAILBOX } from "#server/demo/mails/mailbox.ts";
import { writeRaw } from "#server/demo/mails/write-raw.ts";
import type { SeededRandom } from "#server/lib/seeded-random.ts";
import { inventIssue, inventSubject } from "./invent-text.ts";

/** Originals that the seeded mails share; a file for each of a million mails would fill the disk. */
const ORIGINALS = 200;
/** Mails a statement. */
const PIECE = 50_000;

export type MailPlan = { mails: number; seed: number; until: Date; files: FileStore };

/**
 * Invents mails that came in: nine in ten opened a ticket or answered one, the rest are held, ignored, spam or failed, as
 * on a desk of three years. Says how far it is through `onProgress`.
 */
export async function seedMails(
  client: PoolClient,
  dice: SeededRandom,
  plan: MailPlan,
  onProgress: (words: string) => void,
): Promise<void> {
  if (plan.mails === 0) return;
  const mailbox = await findOrMakeMailbox(client, dice, plan.until);
  const originals = await storeOriginals(client, dice, plan);
  for (let first = 0; first < plan.mails; first += PIECE) {
    const last = Math.min(first + PIECE, plan.mails);
    // oxlint-disable-next-line no-await-in-loop -- one connection does one thing at a time
    await client.query(INSERT_MAILS, [first, last, plan.mails, mailbox, originals, plan.until, plan.seed]);
    onProgress(`${last.toLocaleString("en")} of ${plan.mails.toLocaleString("en")} mails`);
  }
}

async function findOrMakeMailbox(client: PoolClient, dice: SeededRandom, until: Date): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    "select id from mailboxes where deleted_at is null order by is_default desc, address limit 1",
  );
  if (rows[0]) return rows[0].id;
  const id = dice.id();
  await client.query(
    `insert into mailboxes (id, address, name, kind, tls, is_default, active, state, state_since, created_at)
     values ($1, $2, 'Help desk', 'listen', 'none', true, false, 'paused', $3, $3)`,
    [id, DEMO_MAILBOX, until],
  );
  return id;
}

async function storeOriginals(client: PoolClient, dice: SeededRandom, { mails, until, files }: MailPlan) {
  const hashes: Buffer[] = [];
  for (let n = 0; n < Math.min(ORIGINALS, mails); n += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one connection does one thing at a time
    const raw = await writeRaw({
      messageId: `<original-${dice.id()}@client.example>`,
      from: { name: "Client", address: `client${n}@client.example` },
      to: DEMO_MAILBOX,
      subject: inventSubject(dice),
      text: inventIssue(dice),
      at: until,
    });
    // oxlint-disable-next-line no-await-in-loop
    const received = await files.receive(Readable.from([raw]));
    // oxlint-disable-next-line no-await-in-loop
    await client.query("select keep_blob($1, $2)", [received.hash, received.bytes]);
    // oxlint-disable-next-line no-await-in-loop
    await received.keep();
    // oxlint-disable-next-line no-await-in-loop
    await received.drop();
    hashes.push(received.hash);
  }
  return hashes;
}

/** Everything about a mail follows from its number: the same seed gives the same mails. */
const INSERT_MAILS = `
with numbered as (
  select n, $7::int as seed, n::float8 / $3 as share, (n * 7919) % 1000 as draw,
    $6::timestamptz - (1 - n::float8 / $3) * interval '3 years' as at
  from generate_series($1::int, $2::int - 1) as n),
tickets_in_order as (
  select row_number() over (order by number) - 1 as place, id, subject, issue, client_id from tickets
  where client_id is not null and deleted_at is null),
counted as (select greatest(count(*), 1) as total from tickets_in_order),
drawn as (
  select numbered.*, t.id as ticket_id, t.subject, t.issue, t.client_id, u.email, u.fullname
  from numbered cross join counted
  join tickets_in_order t on t.place = floor(share * counted.total)::int
  join users u on u.id = t.client_id)
insert into incoming_mails (id, identity, raw_hash, bytes, message_id, from_address, from_name, subject, kind, state,
  reason, detail, proof, mailbox_id, user_id, ticket_id, opened_ticket, matched_by, recipients, words, parser, received_at)
select
  (left(md5('mail' || seed || n), 12) || '4' || substr(md5('mail' || seed || n), 14, 3) || 'a'
    || substr(md5('mail' || seed || n), 18, 15))::uuid,
  sha256(convert_to('mail ' || seed || ' ' || n, 'UTF8')),
  ($5::bytea[])[1 + n % cardinality($5::bytea[])], 2000, '<' || seed || '.' || n || '@client.example>',
  case when draw < 900 then email else 'stranger' || n % 5000 || '@elsewhere.example' end,
  case when draw < 900 then fullname else 'Stranger ' || n % 5000 end,
  subject, case when draw between 940 and 969 then 'automatic' else 'message' end,
  case when draw < 900 then 'done' when draw < 910 then 'held' when draw < 970 then 'ignored' when draw < 999 then 'spam'
    else 'failed' end,
  case when draw < 900 then null when draw < 910 then 'unknown_sender' when draw < 940 then 'newsletter'
    when draw < 970 then 'automatic' when draw < 999 then 'spam' else 'unreadable' end,
  case when draw >= 900 then '{}'::jsonb end,
  case when draw % 3 = 0 then 'none' else 'strong' end, $4, case when draw < 900 then client_id end,
  case when draw < 900 then ticket_id end, draw < 450, case when draw between 450 and 899 then 'address' end,
  jsonb_build_object('to', jsonb_build_array(jsonb_build_object('name', '', 'address', '${DEMO_MAILBOX}')), 'cc', '[]'::jsonb),
  left(issue, 400), 1, at
from drawn order by n`;
