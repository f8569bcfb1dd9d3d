import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { RunningApp } from "#server/app.ts";
import { setLimits } from "../../test/support/app/set-limits.ts";
import {
  callerOf,
  makeWorld,
  openBeside,
  PASSWORD,
  type World,
} from "../../test/support/app/app-with-people.ts";

let world: World;
let other: RunningApp;
beforeAll(async () => {
  world = await makeWorld();
  other = await openBeside(world);
});
afterAll(async () => {
  await other.close();
  await world.end();
});
beforeEach(async () => {
  await setLimits(world.pool, { limit_writes_per_second: 1000 });
  world.pass(2 * 24 * 3_600_000);
});

const mailsTo = async (address: string): Promise<number> => {
  const { rows } = await world.pool.query(
    'select count(*)::int as n from mails where lower("to") = lower($1)',
    [address],
  );
  return rows[0].n;
};
const count = (answers: { status: number }[], status: number) =>
  answers.filter((answer) => answer.status === status).length;
const changeEmail = (who: "tomas" | "jonas" | "helena", new_email: string) =>
  world.as(who).post(`/users/${world.idOf(who)}/change-email`, { new_email, current_password: PASSWORD });
const changeOwn = (caller: ReturnType<World["as"]>, new_email: string) =>
  caller.post(`/users/${world.idOf("priya")}/change-email`, { new_email, current_password: PASSWORD });
const forgot = async (email: string) => {
  expect((await world.as().post("/auth/forgot-password", { email })).status).toBe(204);
  await world.drain();
};

describe("letters to one address", () => {
  it("are three an hour, whoever asks, in whatever way and spelling", async () => {
    const target = "target@elsewhere.test";
    expect((await changeEmail("tomas", target)).status).toBe(200);
    for (const spelling of [target, target.toUpperCase(), target]) await forgot(spelling);
    // Its owner's welcome and two links.
    expect(await mailsTo(target)).toBe(3);
    expect((await changeEmail("tomas", "tomas@kestrel.test")).status).toBe(200);
    const refused = await changeEmail("jonas", target);
    expect([refused.status, refused.body.code]).toEqual([429, "allowance.letters"]);
    expect(refused.body.detail).toMatch(
      /^Enough mail went to this address within an hour\. Try again in \d+ minutes\.$/,
    );
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(3000);
    const invited = await world.as("helena").post("/users/invite", { email: target });
    expect([invited.status, invited.body.code]).toEqual([429, "allowance.letters"]);
    // The fourth is a notice, no letter: the account has left the address.
    expect(await mailsTo(target)).toBe(4);
    expect((await world.as("helena").post("/users/invite", { email: "free@aster.test" })).status).toBe(201);
  });

  it("are one count for 40 askers at once on two instances", async () => {
    const { body } = await world.as("maren").post("/users/invite", {
      email: "crowd@aster.test",
      company_id: world.companies.aster,
    });
    const token = await world.tokenOf("maren");
    const [here, there] = [world.withToken(token), callerOf(other, async () => token)];
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => (n % 2 ? here : there).post(`/users/${body.id}/send-invite`)),
    );
    expect([count(answers, 200), count(answers, 429)]).toEqual([2, 38]);
    expect(await mailsTo("crowd@aster.test")).toBe(3);
  });

  it("hold no address in the counts", async () => {
    await forgot(world.people.idris.email);
    const { rows } = await world.pool.query("select key from allowances where key like '%@%'");
    expect(rows).toEqual([]);
  });
});

describe("changes of the own address", () => {
  it("are five a day, and a right password forgets nothing", async () => {
    const statuses: number[] = [];
    for (let change = 0; change < 7; change += 1)
      statuses.push((await changeEmail("tomas", `tomas${change}@kestrel.test`)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
    const refused = await changeEmail("tomas", "tomas@kestrel.test");
    expect(refused.body.code).toBe("allowance.address_changes");
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(23 * 3600);
    world.pass(25 * 3_600_000);
    expect((await changeEmail("tomas", "tomas@kestrel.test")).status).toBe(200);
  });
});

describe("wrong passwords for what only the owner may do", () => {
  it("stay counted when a right one comes between", async () => {
    const statuses: number[] = [];
    for (const password of ["wrong", "wrong", "wrong", "wrong", PASSWORD, "wrong", "wrong", "wrong"]) {
      const change = { current_password: password, new_password: "another long password" };
      const answer = await world.as("lena").post(`/users/${world.idOf("lena")}/change-password`, {
        ...change,
        ...(password === PASSWORD ? { new_password: "short" } : {}),
      });
      statuses.push(answer.status);
    }
    expect(statuses.slice(0, 4)).toEqual([400, 400, 400, 400]);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe("addresses that somebody has", () => {
  it("are told ten times a day to one person, by whatever form, and then neither taken nor free ones of them", async () => {
    const priya = world.as("priya");
    const taken = [
      ...Array.from({ length: 4 }, () => changeOwn(priya, world.people.idris.email)),
      ...Array.from({ length: 3 }, () => priya.post("/users/invite", { email: "IDRIS@waypost.test" })),
      ...Array.from({ length: 3 }, () =>
        priya.patch(`/users/${world.idOf("tomas")}`, { email: world.people.maren.email }),
      ),
    ];
    const answers = await Promise.all(taken);
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 409));
    expect(answers[0]?.body.detail).toBe("A user with this email already exists");
    for (const answer of [
      await changeOwn(priya, world.people.lena.email),
      await priya.post("/users/invite", { email: world.people.lena.email }),
      await priya.post("/users", {
        email: world.people.lena.email,
        fullname: "Lena",
        password: "a long password 1",
      }),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([429, "allowance.taken_addresses"]);
      expect(Number(answer.headers["retry-after"])).toBeGreaterThan(23 * 3600);
    }
    expect((await world.as("helena").post("/users/invite", { email: world.people.lena.email })).status).toBe(
      409,
    );
  });
});

describe("invitations a day", () => {
  it("are counted for one person, and for all of a company", async () => {
    await setLimits(world.pool, { limit_invitations_per_day: 5, limit_company_invitations_per_day: 7 });
    const invite = (who: "helena" | "maren", n: number) =>
      world
        .as(who)
        .post("/users/invite", { email: `guest${n}@aster.test`, company_id: world.companies.aster });
    const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => invite("helena", n)));
    expect([count(answers, 201), count(answers, 429)]).toEqual([5, 35]);
    const refused = await invite("helena", 50);
    expect(refused.body.code).toBe("allowance.invitations");
    await setLimits(world.pool, { limit_invitations_per_day: 50, limit_company_invitations_per_day: 7 });
    expect([(await invite("helena", 51)).status, (await invite("helena", 52)).status]).toEqual([201, 201]);
    expect((await invite("helena", 53)).body.code).toBe("allowance.company_invitations");
    expect((await invite("maren", 54)).status).toBe(201);
  });
});

describe("notices that a credential changed", () => {
  it("are no letters: the owner hears although the address got three, and at most twenty a day", async () => {
    const { email } = world.people.rafael;
    for (let asked = 0; asked < 4; asked += 1) await forgot(email);
    const before = await mailsTo(email);
    let password = PASSWORD;
    for (let change = 0; change < 22; change += 1) {
      const next = `a long new password ${change}`;
      const answer = await world.as("rafael").post(`/users/${world.idOf("rafael")}/change-password`, {
        current_password: password,
        new_password: next,
      });
      expect(answer.status).toBe(204);
      password = next;
    }
    expect((await mailsTo(email)) - before).toBe(20);
  });
});
