import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeWorld, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
  await world.db
    .updateTable("users")
    .set({ deleted_at: world.clock.now() })
    .where("id", "=", world.idOf("jonas"))
    .execute();
  await world.as("maren").post("/users/invite", { email: "invited@cast.test", user_type: "internal" });
});
afterAll(() => world.end());

const ADDRESSES = {
  wrong: "idris@waypost.test",
  unknown: "nobody.at.all@waypost.test",
  deleted: "jonas@aster.test",
  invited: "invited@cast.test",
};

describe("class 10, who has an account", () => {
  it("is not told by status, words, headers or cookies of a failed sign-in", async () => {
    const answers = await Promise.all(Object.values(ADDRESSES).map((email) => tryToSignIn(email)));
    const [first] = answers;
    for (const answer of answers) expect(answer).toEqual(first);
    expect(first?.status).toBe(401);
  });

  it("is not told by a forgotten password, nor by its time", async () => {
    const answers = await Promise.all(
      Object.values(ADDRESSES).map(async (email) => {
        const answer = await world.as().post("/auth/forgot-password", { email });
        return [answer.status, answer.text, Object.keys(answer.headers).toSorted()];
      }),
    );
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });

  it("cannot be told by the time of a failed sign-in: a classifier does no better than guessing", async () => {
    const times = { known: Array<number>(), unknown: Array<number>() };
    for (let round = 0; round < ROUNDS; round += 1)
      for (const kind of round % 2 ? (["known", "unknown"] as const) : (["unknown", "known"] as const)) {
        world.pass(3_600_000);
        const email = kind === "known" ? ADDRESSES.wrong : `nobody${round}@waypost.test`;
        const from = performance.now();
        await tryToSignIn(email);
        times[kind].push(performance.now() - from);
      }
    const area = areaUnderCurve(times.known, times.unknown);
    process.stdout.write(`sign-in timing: ${ROUNDS} pairs, AUC ${area.toFixed(3)}\n`);
    // A small dose: with so few pairs chance alone strays this far; without the dummy hash it is 1.
    expect(Math.abs(area - 0.5)).toBeLessThan(0.25);
  }, 60_000);

  it("cannot be told from foreign tickets: hidden and absent take the same time", async () => {
    const hidden = (await world.as("helena").post("/tickets", { subject: "Hidden", issue: "x" })).body.ticket
      .id;
    const tomas = world.as("tomas");
    const times = { hidden: Array<number>(), absent: Array<number>() };
    for (let round = 0; round < 150; round += 1)
      for (const kind of round % 2 ? (["hidden", "absent"] as const) : (["absent", "hidden"] as const)) {
        const id = kind === "hidden" ? hidden : crypto.randomUUID();
        const from = performance.now();
        await tomas.get(`/tickets/${id}`);
        times[kind].push(performance.now() - from);
      }
    const area = areaUnderCurve(times.hidden, times.absent);
    process.stdout.write(`hidden ticket timing: 150 pairs, AUC ${area.toFixed(3)}\n`);
    expect(Math.abs(area - 0.5)).toBeLessThan(0.2);
  }, 60_000);
});

const ROUNDS = 25;

async function tryToSignIn(email: string) {
  const answer = await world.as().post("/auth/login", { email, password: "not the password" });
  const { request_id: _, ...body } = answer.body;
  return {
    status: answer.status,
    body,
    headers: Object.keys(answer.headers).toSorted(),
    cookies: answer.cookies,
  };
}

/** How often a value of the first beats one of the second: a half when nothing tells them apart. */
function areaUnderCurve(first: number[], second: number[]): number {
  const wins = first.flatMap((a) => second.map((b) => (a > b ? 1 : a === b ? 0.5 : 0)));
  return wins.reduce<number>((sum, win) => sum + win, 0) / wins.length;
}
