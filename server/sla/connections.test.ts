import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { RoleName } from "#contract/access/permissions.ts";
import { PRESET_TARGETS } from "#contract/sla/preset.ts";
import {
  callerOf,
  makePerson,
  openBeside,
  tokenFor,
  type World,
} from "../../test/support/app/app-with-people.ts";
import { makeMeasuredWorld, moveTo, raise } from "../../test/support/sla-clock/service-levels.ts";

/** More than the connections of a pool. */
const AT_ONCE = 12;

let world: World;
let ticket: string;
beforeAll(async () => {
  world = await makeMeasuredWorld();
  moveTo(world, "16 09:00");
  ticket = await raise(world, {}, "priya");
});
afterAll(() => world.end());

/** A process that knows no version yet, as on a database where external users have no login of their own. */
async function openSharing() {
  const { pool, db } = world;
  const sharing = await openBeside({ ...world, logins: { app: { pool, db }, guests: null, sessions: pool } });
  onTestFinished(() => sharing.close());
  expect(sharing.app.guests).toMatchObject({ db: null, keys: expect.anything() });
  return sharing;
}

/** Different people: one alone never holds as many connections. */
async function callAtOnce(
  role: RoleName,
  call: (as: ReturnType<typeof callerOf>) => Promise<{ status: number }>,
): Promise<number[]> {
  const sharing = await openSharing();
  const company = role === "administrator" ? "internal" : "kestrel";
  const callers = [];
  for (let n = 0; n < AT_ONCE; n += 1) {
    const person = { email: `${role}-${n}@waypost.test`, fullname: `Person ${n}`, role, company } as const;
    // One after the other: each needs a connection.
    // oxlint-disable-next-line no-await-in-loop
    const id = await makePerson(world.db, person, world.companies);
    callers.push(callerOf(sharing, () => tokenFor(world.db, id, world.clock.now())));
  }
  await Promise.all(callers.map((as) => as.get("/auth/me")));
  const answers = await Promise.all(callers.map(call));
  return answers.map(({ status }) => status);
}

const all = (status: number) => Array.from({ length: AT_ONCE }, () => status);

describe("more people than the database has connections for", () => {
  it("read receipts at once as clients who share them with the app", async () => {
    expect(await callAtOnce("client_admin", (as) => as.get(`/tickets/${ticket}/sla`))).toEqual(all(200));
  });

  it("preview changes at once", async () => {
    const policy = {
      name: "Faster",
      calendar_id: null,
      pauses_for_client: true,
      pauses_for_third_party: true,
      targets: { ...PRESET_TARGETS, normal: PRESET_TARGETS.urgent },
    };
    expect(await callAtOnce("administrator", (as) => as.post("/sla/preview", { policy }))).toEqual(all(200));
  });
});
