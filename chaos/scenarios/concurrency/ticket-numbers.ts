import { runApp } from "../../../test/support/processes/spawn-app.ts";
import { call } from "../../load/call-api.ts";
import { findInconsistencies } from "../../load/check-ledger.ts";
import { makePeople, type Person } from "../../../test/support/app/signed-in-people.ts";
import { look, makePlace } from "../../../test/support/database/data-directory-and-database.ts";
import type { Outcome, Scenario, Settings } from "../../scenario.ts";

export const numbers: Scenario = {
  name: "numbers",
  rule: 514,
  words: "tickets are raised at once, and some of the transactions are given up half way",
  rounds: { small: 300, full: 20_000 },
  run,
};

const AT_ONCE = 16;

async function run(settings: Settings): Promise<Outcome> {
  const place = await makePlace(settings, "numbers");
  const app = await runApp(place.env);
  const uids: string[] = [];
  const anomalies: string[] = [];
  let aborted = 0;
  let begun = 0;

  async function alone(person: Person): Promise<void> {
    while (begun < settings.rounds) {
      begun += 1;
      // A file that does not exist is noticed after the ticket has its number: the transaction is given up.
      const isDoomed = settings.dice.chance(0.1);
      const body = {
        subject: `chaos n${begun}`,
        issue: "One.",
        ...(isDoomed ? { attachment_ids: [crypto.randomUUID()] } : {}),
      };
      const answer = await call(app.address, {
        method: "POST",
        path: "/api/tickets",
        token: person.token,
        body,
      });
      const uid = /"uid":"([^"]+)"/.exec(JSON.stringify(answer.body))?.[1];
      if (answer.status === 201 && uid) uids.push(uid);
      else if (isDoomed && answer.status === 422) aborted += 1;
      else anomalies.push(`answered ${answer.status}`);
      if (begun % 100 === 0) settings.say(`${begun} of ${settings.rounds}`);
    }
  }

  try {
    const people = await makePeople(place.connection(), AT_ONCE);
    await Promise.all(people.map(alone));
    const twice = uids.length - new Set(uids).size;
    if (twice > 0) anomalies.push(`${twice} numbers were given twice`);
    if (aborted === 0) anomalies.push("nothing was given up");
    const { kept, gaps, inconsistencies } = await look(place.connection(), async (client) => {
      const { rows } = await client.query<{ kept: number; gaps: number }>(
        "select count(*)::int as kept, (max(number) - min(number) + 1 - count(*))::int as gaps from tickets",
      );
      return {
        kept: rows[0]?.kept ?? 0,
        gaps: rows[0]?.gaps ?? 0,
        inconsistencies: await findInconsistencies(client),
      };
    });
    return {
      rounds: begun,
      acknowledged: uids.length,
      lost: Math.max(0, uids.length - kept),
      anomalies: [
        ...anomalies,
        ...(kept > uids.length ? [`${kept - uids.length} tickets nobody asked for`] : []),
        ...inconsistencies,
      ],
      metrics: { "given up": aborted, "numbers left out": gaps },
    };
  } finally {
    await app.end();
    await place.drop();
  }
}
