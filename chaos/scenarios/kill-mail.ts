import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "pg";
import { startImapServer } from "../../test/support/imap-server.ts";
import { look, makePlace } from "../../test/support/data-directory-and-database.ts";
import { freePort, runApp, type Running } from "../../test/support/spawn-app.ts";
import { MAIL_SECRET_KEY, makeMailDesk } from "../faults/mail-desk.ts";
import { type SentMail, sendMails, writeChaosMail } from "../load/send-mails.ts";
import type { Outcome, Scenario, Settings } from "../scenario.ts";

export const killMail: Scenario = {
  name: "mail",
  rule: 680,
  words:
    "the app is killed while mail comes in by three ways, from clients that repeat what was not acknowledged",
  rounds: { small: 3, full: 200 },
  run,
};

/** Mails of a round. */
const AT_ONCE = 10;
/** Milliseconds until what is acknowledged has to be there. */
const PATIENCE = 90_000;

async function run(settings: Settings): Promise<Outcome> {
  const place = await makePlace(settings, "kill-mail");
  const server = await startImapServer();
  const lmtpPort = await freePort();
  const env = {
    ...place.env,
    MAIL_LISTEN: `lmtp://127.0.0.1:${lmtpPort}`,
    SECRET_KEY: MAIL_SECRET_KEY,
    LOG_LEVEL: "fatal",
  };
  const mails: SentMail[] = [];
  let app: Running | null = null;
  let mailboxId: string | null = null;
  try {
    for (let round = 0; round < settings.rounds; round += 1) {
      app = await runApp(env);
      mailboxId ??= (await makeMailDesk(place.connection(), server)).handedIn;
      const doors = { lmtpPort, address: place.address, mailboxId, server };
      for (let n = 0; n < AT_ONCE; n += 1) mails.push(writeChaosMail(mails.length));
      const stopping = new AbortController();
      const sending = sendMails(mails, doors, stopping.signal);
      await pause(settings.dice.between(20, 500));
      await app.kill("SIGKILL");
      stopping.abort();
      await sending;
      settings.say(`${round + 1} of ${settings.rounds}`);
    }
    app = await runApp(env);
    const doors = { lmtpPort, address: place.address, mailboxId: mailboxId ?? "", server };
    await sendMails(mails, doors, AbortSignal.timeout(PATIENCE));
    const found = await look(place.connection(), (client) => untilAllAreThere(client, mails));
    return { rounds: settings.rounds, ...compare(mails, found) };
  } finally {
    await app?.kill("SIGTERM");
    await server.stop();
    await place.drop();
  }
}

type Found = { mails: Map<string, number>; tickets: Map<string, number>; waiting: number; mailsOut: number };

/** Mailboxes of servers are read on after the last start: that takes a while. */
async function untilAllAreThere(client: Client, mails: SentMail[]): Promise<Found> {
  const began = performance.now();
  for (;;) {
    const found = await findAll(client);
    if (mails.every(({ key }) => found.mails.has(key)) || performance.now() - began > PATIENCE) return found;
    await pause(500);
  }
}

async function findAll(client: Client): Promise<Found> {
  const count = async (sql: string) => {
    const { rows } = await client.query<{ key: string; n: number }>(sql);
    return new Map(rows.map(({ key, n }) => [key, n]));
  };
  const one = async (sql: string) => (await client.query<{ n: number }>(sql)).rows[0]?.n ?? 0;
  return {
    mails: await count("select subject as key, count(*)::int as n from incoming_mails group by 1"),
    tickets: await count(
      "select subject as key, count(*)::int as n from tickets where subject like 'chaos mail %' group by 1",
    ),
    waiting: await one("select count(*)::int as n from incoming_mails where state = 'stored'"),
    mailsOut: await one("select count(*)::int as n from mails"),
  };
}

/** What was acknowledged is there, once; nothing became two tickets. */
function compare(mails: SentMail[], { mails: kept, tickets, waiting, mailsOut }: Found) {
  const acknowledged = mails.filter(({ isAcknowledged }) => isAcknowledged);
  const lost = acknowledged.filter(({ key }) => !kept.has(key));
  const doubled = [...kept, ...tickets].filter(([, n]) => n > 1);
  return {
    acknowledged: acknowledged.length,
    lost: lost.length,
    anomalies: [
      ...lost.map(({ key, way }) => `lost: ${key} by ${way}`),
      ...doubled.map(([key, n]) => `${n} times: ${key}`),
      ...mails.filter(({ isAcknowledged }) => !isAcknowledged).map(({ key }) => `never taken: ${key}`),
    ],
    metrics: {
      stored: kept.size,
      tickets: tickets.size,
      "still waiting": waiting,
      "mails out": mailsOut,
      doubled: doubled.length,
    },
  };
}
