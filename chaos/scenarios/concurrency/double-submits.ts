import { join } from "node:path";
import { freePort, runApp } from "../../../test/support/processes/spawn-app.ts";
import { type Answer, call } from "../../load/call-api.ts";
import { verifyLedger } from "../../load/check-ledger.ts";
import { type Operation, openLedger, readLedger } from "../../load/ledger.ts";
import { makePeople, type Person } from "../../../test/support/app/signed-in-people.ts";
import { look } from "../../../test/support/database/data-directory-and-database.ts";
import type { Outcome, Scenario, Settings } from "../../scenario.ts";
import { makeShared } from "../../faults/shared-database.ts";
import { ticketOf } from "../../load/write-and-record.ts";

export const doubleSubmits: Scenario = {
  name: "double-submits",
  rule: 513,
  words: "every POST is sent many times at once, to two instances, some with the answer cut off",
  rounds: { small: 40, full: 1000 },
  run,
};

const AT_ONCE = 4;

async function run(settings: Settings): Promise<Outcome> {
  const place = await makeShared(settings, "double");
  const env = { ...place.env, PUBLIC_URL: place.address };
  const apps = await Promise.all([runApp(env), runApp({ ...env, PORT: String(await freePort()) })]);
  const path = join(settings.folder, "double.ledger");
  const ledger = openLedger(path);
  const anomalies: string[] = [];
  let sent = 0;
  let ticket: string | null = null;

  async function repeat(person: Person, operation: Operation, times: number): Promise<void> {
    ledger.invoke(operation);
    // Every fourth loses patience before there can be an answer.
    const answers = await Promise.all(
      Array.from({ length: times }, (_, index) =>
        call(apps[index % 2]?.address ?? "", {
          ...operation,
          token: person.token,
          key: operation.key,
          patience: index % 4 === 3 ? 5 : 20_000,
        }),
      ),
    );
    sent += times;
    const last = await call(apps[0]?.address ?? "", {
      ...operation,
      token: person.token,
      key: operation.key,
    });
    anomalies.push(...differences(operation, [...answers, last]));
    ledger.complete(operation.key, last.status === 201 ? "ok" : "info");
    ticket ??= ticketOf(last.body);
  }

  try {
    const people = await makePeople(place.connection(), AT_ONCE);
    const alone = async (person: Person, index: number) => {
      for (let n = index; n < settings.rounds; n += AT_ONCE) {
        const key = `d${n}`;
        const isTicket = ticket === null || settings.dice.chance(0.5);
        const operation: Operation = isTicket
          ? {
              key,
              what: "ticket",
              method: "POST",
              path: "/api/tickets",
              body: { subject: `chaos ${key}`, issue: "Twice." },
            }
          : {
              key,
              what: "comment",
              method: "POST",
              path: `/api/tickets/${ticket}/comments`,
              body: { comment: `chaos ${key}` },
            };
        await repeat(person, operation, 2 + settings.dice.below(7));
        settings.say(`${n + 1} of ${settings.rounds}`);
      }
    };
    await Promise.all(people.map(alone));
    const verdict = await look(place.connection(), (client) => verifyLedger(client, readLedger(path)));
    return {
      rounds: settings.rounds,
      acknowledged: verdict.acknowledged,
      lost: verdict.lost,
      anomalies: [...anomalies, ...verdict.anomalies],
      metrics: { "requests sent": sent + settings.rounds },
    };
  } finally {
    await Promise.all(apps.map((app) => app.end()));
    await place.drop();
  }
}

/** All that were answered with success were answered alike; a request that came too early was refused. */
function differences({ key }: Operation, answers: Answer[]): string[] {
  const made = answers.filter(({ status }) => status === 201).map(({ body }) => sorted(body));
  const odd = answers.filter(({ status }) => ![0, 201, 409].includes(status)).map(({ status }) => status);
  return [
    ...(made.length === 0 ? [`${key} was never done`] : []),
    ...(new Set(made).size > 1 ? [`${key} got different answers`] : []),
    ...odd.map((status) => `${key} was answered ${status}`),
  ];
}

/** As text; the database keeps an answer's members in an order of its own. */
function sorted(body: unknown): string {
  return JSON.stringify(body, (_, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}
