import { readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makePerson, makeWorld, PASSWORD, type World } from "../../test/support/app/app-with-people.ts";
import { makeAdministrator } from "#server/users/create/administrator-from-shell.ts";
import { makeLink, type Purpose } from "./action-links.ts";

/** The table of rule 546, as people read it. */
const RULES = readFileSync(new URL("../../docs/rules.md", import.meta.url), "utf8");
const PURPOSES: Purpose[] = ["invite", "reset_password", "undo_email"];
const PHRASE = "quite another phrase";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());
beforeEach(() => world.db.deleteFrom("rate_limits").execute());

type Somebody = { id: string; email: string; companyId: string; self: ReturnType<World["as"]> };
type Action = (who: Somebody) => Promise<{ status: number } | void>;

const ACTIONS: Record<string, Action> = {
  "the address is changed by its owner": ({ id, self }) =>
    self.post(`/users/${id}/change-email`, { new_email: newEmail(), current_password: PASSWORD }),
  "the address is changed by an administrator": ({ id }) =>
    world.as("maren").patch(`/users/${id}`, { email: newEmail() }),
  "the address is restored by an undo": async ({ id, email }) =>
    world.as().post("/auth/undo-email-change", { token: await linkFor(id, "undo_email", { email }) }),
  "the password is changed": ({ id, self }) =>
    self.post(`/users/${id}/change-password`, { current_password: PASSWORD, new_password: PHRASE }),
  "the password is reset by link": async ({ id }) => {
    const living = await livingLinks(id);
    const token = await linkFor(id, "reset_password");
    // The new link has replaced its elder; what is asked here is whether its use ends them.
    await world.pool.query("update action_links set used_at = null where token_hash = any($1)", [living]);
    return world.as().post("/auth/reset-password", { token, password: PHRASE });
  },
  "the roles are changed": ({ id }) =>
    world.as("maren").post(`/users/${id}/roles:set`, { role_names: ["client_admin"] }),
  "the account is deleted and restored": async ({ id }) => {
    await world.as("maren").delete(`/users/${id}`);
    return world.as("maren").post(`/users/${id}/restore`);
  },
  "the company is deleted and restored": async ({ companyId }) => {
    await world.as("maren").delete(`/companies/${companyId}`);
    return world.as("maren").post(`/companies/${companyId}/restore`);
  },
  "the account is rescued from the shell": async () => undefined,
};

const rows = [...RULES.matchAll(/^\| ([^|]+?) \| (ends|lives) \| (ends|lives) \| (ends|lives) \|$/gm)];

describe("the table of rules.md", () => {
  it("names every action of this test, and no other", () => {
    expect(rows.map(([, action = ""]) => action).toSorted()).toEqual(Object.keys(ACTIONS).toSorted());
  });

  const cells = rows.flatMap(([, action = "", ...fates]) =>
    PURPOSES.map((purpose, at) => ({ action, purpose, fate: fates[at] ?? "" })),
  );
  it.each(cells)("when $action, a link of purpose $purpose $fate", async ({ action, purpose, fate }) => {
    const isRescue = action === "the account is rescued from the shell";
    const who = await somebody(isRescue ? "internal" : "external");
    const token = await linkFor(who.id, purpose, { email: who.email });
    expect(await isAlive(token)).toBe(true);
    if (isRescue) await makeAdministrator(world.db, { email: who.email, now: world.clock.now() });
    else {
      const answer = await ACTIONS[action]?.(who);
      expect(answer?.status).toBeLessThan(300);
    }
    expect(await isAlive(token)).toBe(fate === "lives");
  });
});

let made = 0;
const newEmail = () => `linked${(made += 1)}@kestrel.test`;

/** Somebody in a company of their own, signed in. */
async function somebody(type: "internal" | "external"): Promise<Somebody> {
  const email = newEmail();
  const company = await world.as("maren").post("/companies", { name: `Links ${made}` });
  const kestrel = { ...world.companies, kestrel: company.body.id };
  const person =
    type === "internal"
      ? ({ email, fullname: "Ira Linked", role: "support_specialist", company: "internal" } as const)
      : ({ email, fullname: "Ira Linked", role: "Client", company: "kestrel" } as const);
  const id = await makePerson(world.db, person, kestrel);
  const { body } = await world.as().post("/auth/login", { email, password: PASSWORD });
  return { id, email, companyId: company.body.id, self: world.withToken(body.access_token) };
}

async function linkFor(userId: string, purpose: Purpose, subject?: Record<string, string>): Promise<string> {
  const link = await makeLink(world.db, { purpose, userId, now: world.clock.now(), hours: 72, subject });
  return link.token;
}

async function livingLinks(userId: string): Promise<Buffer[]> {
  const { rows } = await world.pool.query<{ token_hash: Buffer }>(
    "select token_hash from action_links where user_id = $1 and used_at is null",
    [userId],
  );
  return rows.map((row) => row.token_hash);
}

async function isAlive(token: string): Promise<boolean> {
  return (await world.as().post("/auth/invitation", { token })).status === 200;
}
