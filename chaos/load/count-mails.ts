import type { Client } from "pg";
import { clientOf, colleagueOf } from "../faults/mail-clients.ts";
import type { SentMail } from "./send-mails.ts";

export type Taken = { to: string; messageId: string };
export type Compared = { lost: number; anomalies: string[]; metrics: Record<string, number> };

type MailOut = { to: string; thread: string | null; state: string; message_id: string };

/**
 * Holds the mails that were handed in against what the desk made of them: each is kept once, each first one is one ticket,
 * each answer one comment on it, and each reader was sent one mail. `taken` is what the mail server got.
 */
export async function compareMails(
  client: Client,
  mails: readonly SentMail[],
  taken: readonly Taken[],
): Promise<Compared> {
  const kept = await countBy(
    client,
    "select message_id as key, count(*)::int as n from incoming_mails group by 1",
  );
  const tickets = await countBy(
    client,
    `select substr(t.subject, 12) as key, count(*)::int as n from tickets t where t.subject like 'chaos mail %' group by 1`,
  );
  const comments = await countBy(
    client,
    `select substr(t.subject, 12) as key, count(*)::int as n from comments c join tickets t on t.id = c.ticket_id
     where c.comment = 'chaos answer ' || substr(t.subject, 12) group by 1`,
  );
  const states = await countBy(
    client,
    "select state || coalesce(' ' || reason, '') as key, count(*)::int as n from incoming_mails group by 1",
  );
  const out = await readMailsOut(client);
  const acknowledged = mails.filter(({ isAcknowledged }) => isAcknowledged);
  const lost = acknowledged.filter((mail) => !kept.has(mail.messageId) || !made(mail, { tickets, comments }));
  const doubled = [...kept, ...tickets, ...comments].filter(([, n]) => n > 1);
  return {
    lost: lost.length,
    anomalies: [
      ...lost.map(({ number, way }) => `lost: mail ${number} by ${way}`),
      ...doubled.map(([key, n]) => `${n} times: ${key}`),
      ...mails.filter(({ isAcknowledged }) => !isAcknowledged).map(({ number }) => `never taken: ${number}`),
      ...[...states].filter(([state]) => state !== "done").map(([state, n]) => `${n} are ${state}`),
      ...compareReaders(acknowledged, out, taken),
    ],
    metrics: {
      stored: kept.size,
      tickets: sum(tickets),
      comments: sum(comments),
      "mails out": out.length,
      doubled: doubled.length,
      "still stored": states.get("stored") ?? 0,
      "sent again under the same Message-ID":
        taken.length - new Set(taken.map((each) => each.messageId)).size,
    },
  };
}

type Made = { tickets: Map<string, number>; comments: Map<string, number> };

function made({ thread, answers }: SentMail, { tickets, comments }: Made): boolean {
  return (answers === null ? tickets : comments).has(String(thread));
}

/** Whoever wrote hears that it arrived, and the colleague whom the first mail named reads the answer: once each. */
function compareReaders(
  mails: readonly SentMail[],
  out: readonly MailOut[],
  taken: readonly Taken[],
): string[] {
  const arrived = new Set(taken.map(({ to, messageId }) => `${to} ${messageId}`));
  const byReader = Map.groupBy(out, ({ to, thread }) => `${thread} ${to}`);
  const expected = mails.map(({ thread, answers }) => ({
    reader: `${thread} ${answers === null ? clientOf(thread) : colleagueOf(thread)}`,
  }));
  const anomalies = expected.flatMap(({ reader }) => {
    const [mail, ...others] = byReader.get(reader) ?? [];
    if (!mail || others.length > 0) return [`${mail ? others.length + 1 : 0} mails out for ${reader}`];
    if (mail.state !== "sent") return [`the mail out for ${reader} is ${mail.state}`];
    return arrived.has(`${mail.to} ${mail.message_id}`) ? [] : [`the mail out for ${reader} never arrived`];
  });
  const wanted = new Set(expected.map(({ reader }) => reader));
  const others = [...byReader.keys()].filter((reader) => !wanted.has(reader));
  return [...anomalies, ...others.map((reader) => `nobody asked for a mail to ${reader}`)];
}

async function readMailsOut(client: Client): Promise<MailOut[]> {
  const { rows } = await client.query<MailOut>(
    `select m."to", substr(t.subject, 12) as thread, m.state, m.message_id
     from mails m left join tickets t on t.id = m.ticket_id`,
  );
  return rows;
}

async function countBy(client: Client, sql: string): Promise<Map<string, number>> {
  const { rows } = await client.query<{ key: string; n: number }>(sql);
  return new Map(rows.map(({ key, n }) => [key, n]));
}

function sum(counts: Map<string, number>): number {
  return [...counts.values()].reduce((all, n) => all + n, 0);
}
