import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "pg";
import { jobs } from "#contract/jobs.ts";
import { type Running, runApp } from "../../../test/support/processes/spawn-app.ts";
import { call, textOf } from "../../load/call-api.ts";
import { findInconsistencies } from "../../load/check-ledger.ts";
import { MAIL_FAULTS, startMailServer } from "../../faults/faulty-mail-server.ts";
import { makePeople, type Person } from "../../../test/support/app/signed-in-people.ts";
import { look, type Place } from "../../../test/support/database/data-directory-and-database.ts";
import type { Outcome, Scenario, Settings } from "../../scenario.ts";
import { makeShared } from "../../faults/shared-database.ts";

export const faultyMail: Scenario = {
  name: "faulty-mail",
  rule: 516,
  words:
    "the mail server is slow, drops, rejects, greylists, takes and dies; the app is killed while it sends",
  rounds: { small: 6, full: 120 },
  run,
};

/** People invited in a round, each by a mail. */
const AT_ONCE = 8;
/** Milliseconds: nobody waits for a mail server that answers each line after 400. */
const PATIENCE = 1500;

type Rig = { place: Place; mail: Awaited<ReturnType<typeof startMailServer>>; seen: Seen };
type Seen = { invited: Set<string>; anomalies: string[]; times: number[]; kills: number };

async function run(settings: Settings): Promise<Outcome> {
  const place = await makeShared(settings, "mail");
  const mail = await startMailServer(settings.dice);
  const seen: Seen = { invited: new Set(), anomalies: [], times: [], kills: 0 };
  const rig = { place, mail, seen };
  const env = { ...place.env, SMTP_URL: mail.url, PUBLIC_URL: place.address };
  let app: Running = await runApp(env);
  try {
    const [person] = await makePeople(place.connection(), 1);
    if (!person) throw new Error("nobody works here");
    for (let round = 0; round < settings.rounds; round += 1) {
      const fault = MAIL_FAULTS[round % MAIL_FAULTS.length] ?? "well";
      mail.fault = fault;
      await inviteSome(rig, { app, person, round });
      await pause(settings.dice.between(200, 1200));
      if (round % MAIL_FAULTS.length === 1) {
        seen.kills += 1;
        await app.kill("SIGKILL");
        app = await runApp(env);
      }
      settings.say(`${round + 1} of ${settings.rounds}`);
    }
    mail.fault = "well";
    const took = await deliverAll(rig);
    const found = await look(place.connection(), async (client) => ({
      kept: await compareMails(client, rig),
      inconsistencies: await findInconsistencies(client),
    }));
    seen.anomalies.push(...found.kept.anomalies, ...found.inconsistencies);
    const slowest = Math.max(...seen.times);
    if (slowest > PATIENCE * 4) seen.anomalies.push(`an invitation took ${Math.round(slowest)} ms`);
    const middle = seen.times.toSorted((a, b) => a - b)[Math.floor(seen.times.length / 2)] ?? 0;
    if (middle > PATIENCE) seen.anomalies.push(`half of the invitations took ${Math.round(middle)} ms`);
    return {
      rounds: settings.rounds,
      acknowledged: seen.invited.size,
      lost: found.kept.lost,
      anomalies: seen.anomalies,
      metrics: {
        "arrived twice": found.kept.twice,
        "allowed to": mail.deaths() + seen.kills,
        "rejected for good": found.kept.failed,
        kills: seen.kills,
        "slowest request": `${Math.round(slowest)} ms`,
        "the rest delivered in": `${(took / 1000).toFixed(1)} s`,
      },
    };
  } finally {
    await app.end();
    mail.stop();
    await place.drop();
  }
}

type Round = { app: Running; person: Person; round: number };

async function inviteSome({ seen }: Rig, { app, person, round }: Round): Promise<void> {
  const inviteOne = async (n: number) => {
    const email = `fault${round}-${n}@mail.test`;
    const began = performance.now();
    const answer = await call(app.address, {
      method: "POST",
      path: "/api/users/invite",
      token: person.token,
      body: { email, user_type: "internal", role_names: ["support_specialist"] },
    });
    seen.times.push(performance.now() - began);
    // The account is made whatever becomes of the mail.
    if (answer.status === 201) seen.invited.add(email);
    else seen.anomalies.push(`inviting was answered ${answer.status} ${textOf(answer.body, "detail")}`);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => inviteOne(n)));
}

/**
 * Lets the pauses between attempts pass: waiting mails become due, and the sweep of each minute is asked for at once.
 * Only while nobody talks to the mail server, since a mail that is being sent is claimed for a while.
 */
async function deliverAll({ place, mail, seen }: Rig): Promise<number> {
  const began = performance.now();
  while (performance.now() - began < 90_000) {
    const left = await look(place.connection(), async (client) => {
      const { rows } = await client.query<{ n: number }>(
        "select count(*)::int as n from mails where state = 'queued'",
      );
      if (rows[0]?.n && mail.isIdle()) await passTime(client);
      return rows[0]?.n ?? 0;
    });
    if (left === 0) return performance.now() - began;
    await pause(1000);
  }
  seen.anomalies.push("mails still waited a minute and a half after the mail server was well");
  return performance.now() - began;
}

async function passTime(client: Client): Promise<void> {
  await client.query("update mails set next_attempt_at = now() - interval '1 second' where state = 'queued'");
  await client.query("insert into pgboss.job (name, data) values ($1, '{}')", [jobs.sendDueMails.name]);
}

/** Compares the mails that arrived with the people invited and with the state of each mail in the database. */
async function compareMails(client: Client, { mail, seen }: Rig) {
  const { rows } = await client.query<{ to: string; state: string; message_id: string }>(
    `select "to", state, message_id from mails`,
  );
  const anomalies: string[] = [];
  const count = { lost: 0, twice: 0, failed: 0 };
  for (const email of seen.invited) {
    const mails = rows.filter((row) => row.to === email);
    const got = mail.arrived.filter(({ to }) => to === email);
    const [kept] = mails;
    if (mails.length !== 1 || !kept) anomalies.push(`${mails.length} mails for ${email}`);
    else if (kept.state === "failed" && mail.rejected.has(email)) count.failed += 1;
    else if (kept.state !== "sent") anomalies.push(`${email} is ${kept.state}`);
    else if (got.length === 0) count.lost += 1;
    if (got.some(({ messageId }) => messageId !== kept?.message_id))
      anomalies.push(`${email} got a mail under another Message-ID`);
    count.twice += Math.max(0, got.length - 1);
  }
  if (count.twice > mail.deaths() + seen.kills)
    anomalies.push(`${count.twice} mails too many, for ${mail.deaths()} deaths and ${seen.kills} kills`);
  return { ...count, anomalies };
}
