import { randomUUID } from "node:crypto";
import { connect } from "node:net";
import type { startFilledDesk } from "../measure/start-filled-desk.ts";

export type Desk = Awaited<ReturnType<typeof startFilledDesk>>;
export type Say = (words: string) => void;
/** Where mail is handed in, and for which mailbox. */
export type MailDoor = { port: number; to: string; mailboxId: string };
export type Sender = { id: string; email: string };

/** The words of a mail of 8 kB, and of the ticket that it is compared with. */
export const WORDS = "The label printer at bay 3 prints blank labels since the update. ".repeat(120);

export function rawMail(from: string, to: string): string {
  const id = randomUUID();
  return [
    `Message-ID: <${id}@client.example>`,
    `From: ${from}`,
    `To: ${to}`,
    `Subject: Blank labels ${id.slice(0, 8)}`,
    "MIME-Version: 1.0",
    "Content-Type: text/plain; charset=utf-8",
    "",
    WORDS,
    "",
  ].join("\r\n");
}

/** Settings of a desk that takes mail by LMTP. */
export function listenOn(port: number): Record<string, string> {
  return { MAIL_LISTEN: `lmtp://127.0.0.1:${port}` };
}

/**
 * One connection that stays open and sends the commands before a mail in one piece, as a mail server before the desk does;
 * a library that says them one by one would be measured with the desk.
 */
export async function openLmtp(port: number) {
  const socket = connect(port, "127.0.0.1").setEncoding("latin1").setNoDelay(true);
  let heard = "";
  let wake: (() => void) | null = null;
  socket.on("data", (text: string) => {
    heard += text;
    wake?.();
  });
  socket.on("close", () => wake?.()).on("error", () => {});

  /** Waits for so many answers, of which none may be a refusal. */
  async function hear(count: number): Promise<void> {
    const lasts = () => heard.match(/^\d{3} .*\r\n/gm) ?? [];
    while (lasts().length < count) {
      if (socket.destroyed) throw new Error("the listener hung up");
      await new Promise<void>((resolve) => (wake = resolve));
    }
    const refused = lasts().find((line) => !/^[23]/.test(line));
    if (refused) throw new Error(`the listener said ${refused}`);
    heard = "";
  }

  await hear(1);
  socket.write("LHLO bench.example\r\n");
  await hear(1);
  return {
    async sendMail({ from, to, raw }: { from: string; to: string; raw: string }): Promise<void> {
      socket.write(`MAIL FROM:<${from}>\r\nRCPT TO:<${to}>\r\nDATA\r\n`);
      await hear(3);
      // No line of these mails begins with a dot.
      socket.write(`${raw}\r\n.\r\n`);
      await hear(1);
    },
    close: () => void socket.destroy(),
  };
}

export async function openDoor({ pool }: Desk, port: number): Promise<MailDoor> {
  await pool.query("update mailboxes set active = true, state = 'ok' where is_default");
  const { rows } = await pool.query<{ id: string; address: string }>(
    "select id, address from mailboxes where is_default and deleted_at is null",
  );
  if (!rows[0]) throw new Error("the demo's mailbox is not there");
  return { port, to: rows[0].address, mailboxId: rows[0].id };
}

/** Clients who may write by mail, in an order of their own, so that no limit of one sender is met. */
export async function findSenders({ pool }: Desk, count: number): Promise<Sender[]> {
  const { rows } = await pool.query<Sender>(
    `select u.id, u.email from users u join companies c on c.id = u.company_id
     where u.user_type = 'external' and u.deleted_at is null and c.deleted_at is null and c.is_active
       and exists (select from user_roles r where r.user_id = u.id)
       and not exists (select from incoming_mails m where m.from_address = lower(u.email))
     order by md5(u.id::text) limit $1`,
    [count],
  );
  if (rows.length < count) throw new Error(`${count} clients are asked for, and there are ${rows.length}`);
  return rows;
}

export async function countStored({ pool }: Pick<Desk, "pool">): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    "select count(*)::int as n from incoming_mails where state = 'stored'",
  );
  return rows[0]?.n ?? 0;
}

export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Jobs of mails wait as while nobody works, until they are released in one moment. */
export async function holdJobs({ pool }: Desk): Promise<void> {
  await pool.query(`
    create or replace function bench_hold() returns trigger language plpgsql as $$
      begin new.start_after := now() + interval '1 day'; return new; end $$;
    create or replace trigger bench_hold before insert on pgboss.job for each row
      when (new.name = 'incoming.process') execute function bench_hold()`);
}

/** Lets what was held go on, the oldest first; of the next mails that come none is held. Without a number all of it. */
export async function releaseJobs({ pool }: Desk, most: number | null = null): Promise<void> {
  await pool.query("drop trigger if exists bench_hold on pgboss.job");
  await pool.query("drop function if exists bench_hold()");
  await pool.query(
    `update pgboss.job set start_after = now() where id in (
       select id from pgboss.job where name = 'incoming.process' and state = 'created' and start_after > now()
       order by created_on limit $1)`,
    [most],
  );
}
