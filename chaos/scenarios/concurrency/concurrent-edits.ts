import { runApp } from "../../../test/support/processes/spawn-app.ts";
import { call, numberOf, textOf } from "../../load/call-api.ts";
import { findInconsistencies } from "../../load/check-ledger.ts";
import { makePeople, type Person } from "../../../test/support/app/signed-in-people.ts";
import { look, makePlace } from "../../../test/support/database/data-directory-and-database.ts";
import type { Outcome, Scenario, Settings } from "../../scenario.ts";
import { ticketOf } from "../../load/write-and-record.ts";

export const edits: Scenario = {
  name: "edits",
  rule: 512,
  words: "many people change the same few tickets at once, each from the version they saw",
  rounds: { small: 200, full: 20_000 },
  run,
};

const AT_ONCE = 20;
const HOT = 3;

async function run(settings: Settings): Promise<Outcome> {
  const place = await makePlace(settings, "edits");
  const app = await runApp(place.env);
  const anomalies: string[] = [];
  const accepted = new Map<string, string>();
  let begun = 0;
  let refused = 0;

  try {
    const people = await makePeople(place.connection(), AT_ONCE);
    const tickets = await Promise.all(people.slice(0, HOT).map((person) => raise(app.address, person)));

    /** Reads, then changes the subject from that version: of all who read the same one, one may win. */
    const edit = async (person: Person, subject: string) => {
      const id = settings.dice.pick(tickets);
      const path = `/api/tickets/${id}`;
      const seen = await call(app.address, { method: "GET", path, token: person.token });
      const version = numberOf(seen.body, "version");
      const body = { subject, base_version: version };
      const answer = await call(app.address, { method: "PATCH", path, token: person.token, body });
      const key = `${id} ${version}`;
      if (answer.status === 409) refused += 1;
      else if (answer.status !== 200)
        anomalies.push(`answered ${answer.status} ${textOf(answer.body, "detail")}`);
      else if (accepted.has(key))
        anomalies.push(`two edits from version ${version} were accepted: the first is lost`);
      else accepted.set(key, subject);
    };
    const alone = async (person: Person) => {
      while (begun < settings.rounds) {
        begun += 1;
        await edit(person, `edit ${begun}`);
        if (begun % 200 === 0) settings.say(`${begun} of ${settings.rounds}`);
      }
    };
    await Promise.all(people.map(alone));
    if (refused === 0) anomalies.push("nobody was ever too late: there was no race");
    const { lost, inconsistencies } = await look(place.connection(), async (client) => {
      const { rows } = await client.query<{ subject: string }>(
        "select after->>'subject' as subject from history where kind = 'ticket.changed'",
      );
      const kept = new Set(rows.map(({ subject }) => subject));
      return {
        lost: [...accepted.values()].filter((subject) => !kept.has(subject)).length,
        inconsistencies: await findInconsistencies(client),
      };
    });
    const metrics = { "told that they were too late": refused };
    return {
      rounds: begun,
      acknowledged: accepted.size,
      lost,
      anomalies: [...anomalies, ...inconsistencies],
      metrics,
    };
  } finally {
    await app.end();
    await place.drop();
  }
}

async function raise(address: string, { token }: Person): Promise<string> {
  const body = { subject: "Everybody's", issue: "It is hot." };
  return ticketOf((await call(address, { method: "POST", path: "/api/tickets", token, body })).body) ?? "";
}
