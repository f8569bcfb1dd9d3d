import { setTimeout as pause } from "node:timers/promises";
import { startImapServer } from "../../../test/support/mail-servers/imap-server.ts";
import { look, makePlace } from "../../../test/support/database/data-directory-and-database.ts";
import { freePort, runApp, type Running } from "../../../test/support/processes/spawn-app.ts";
import { startMailServer } from "../../faults/faulty-mail-server.ts";
import { makeMailClients } from "../../faults/mail-clients.ts";
import { MAIL_SECRET_KEY, makeMailDesk } from "../../faults/mail-desk.ts";
import { findInconsistencies } from "../../load/check-ledger.ts";
import { compareMails } from "../../load/count-mails.ts";
import { untilMailIsDone } from "../../load/finish-mails.ts";
import { type SentMail, sendMails, writeThread } from "../../load/send-mails.ts";
import type { Outcome, Scenario, Settings } from "../../scenario.ts";

export const killMail: Scenario = {
  name: "mail",
  rule: 680,
  words:
    "the app is killed while clients' mail comes in by three ways, from senders that repeat what was not acknowledged",
  rounds: { small: 3, full: 200 },
  run,
};

/** Threads of a round, of two mails each. */
const THREADS = 5;
/** Milliseconds until everything has to be acknowledged, at least, and for each mail. */
const PATIENCE = { atLeast: 120_000, each: 1000 };
/** Milliseconds of work before a kill: storing, processing and sending are all under way in them. */
const WORKS = { least: 150, most: 1500 };

async function run(settings: Settings): Promise<Outcome> {
  const place = await makePlace(settings, "kill-mail");
  const server = await startImapServer();
  const relay = await startMailServer(settings.dice);
  const lmtpPort = await freePort();
  const env = {
    ...place.env,
    MAIL_LISTEN: `lmtp://127.0.0.1:${lmtpPort}`,
    SMTP_URL: relay.url,
    PUBLIC_URL: place.address,
    SECRET_KEY: MAIL_SECRET_KEY,
    LOG_LEVEL: "fatal",
  };
  const mails: SentMail[] = [];
  let app: Running | null = null;
  let mailboxId = "";
  const doors = () => ({ lmtpPort, address: place.address, mailboxId, server });
  try {
    app = await runApp(env);
    mailboxId = (await makeMailDesk(place.connection(), server)).handedIn;
    await makeMailClients(place.connection(), settings.rounds * THREADS);
    for (let round = 0; round < settings.rounds; round += 1) {
      app ??= await runApp(env);
      for (let n = 0; n < THREADS; n += 1) mails.push(...writeThread(round * THREADS + n));
      const stopping = new AbortController();
      const sending = sendMails(mails, doors(), stopping.signal);
      await pause(settings.dice.between(WORKS.least, WORKS.most));
      await app.kill("SIGKILL");
      app = null;
      stopping.abort();
      await sending;
      settings.say(`${round + 1} of ${settings.rounds}`);
    }
    const lastStart = new Date();
    app = await runApp(env);
    const patience = Math.max(PATIENCE.atLeast, mails.length * PATIENCE.each);
    await sendMails(mails, doors(), AbortSignal.timeout(patience));
    const found = await look(place.connection(), async (client) => ({
      rest: await untilMailIsDone(client, { relay, lastStart, wanted: mails.length }),
      ...(await compareMails(client, mails, relay.arrived)),
      inconsistencies: await findInconsistencies(client),
    }));
    return {
      rounds: settings.rounds,
      acknowledged: mails.filter(({ isAcknowledged }) => isAcknowledged).length,
      lost: found.lost,
      anomalies: [...found.anomalies, ...found.inconsistencies],
      metrics: {
        ...found.metrics,
        "not answered, handed in again": mails.reduce((sum, { refusals }) => sum + refusals, 0),
        "jobs broken off": found.rest.brokenOff,
        "the rest done in": `${(found.rest.took / 1000).toFixed(0)} s`,
      },
    };
  } finally {
    await app?.kill("SIGTERM");
    await server.stop();
    relay.stop();
    await place.drop();
  }
}
