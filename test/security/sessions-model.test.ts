import * as fc from "../support/property-seed.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RunningApp } from "#server/app.ts";
import { hashPassword } from "#server/lib/crypto/password-hash.ts";
import { makePerson, makeWorld, openBeside, PASSWORD, type World } from "../support/app/app-with-people.ts";

let world: World;
let other: RunningApp;
let secret: string;
beforeAll(async () => {
  world = await makeWorld();
  other = await openBeside(world);
  secret = await hashPassword(PASSWORD);
});
afterAll(async () => {
  await other.close();
  await world.end();
});

/** Milliseconds. */
const GRACE = 10_000;
const RUNS = Number(process.env["MODEL_RUNS"] ?? 25);

const Step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("refresh" as const), back: fc.constant(0) }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("refresh" as const), back: fc.integer({ min: 1, max: 3 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("wait" as const),
      ms: fc.constantFrom(500, 9000, 11_000, 660_000),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("tabs" as const), count: fc.constant(20) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom("logout" as const, "delete" as const, "all revoked" as const),
    }),
  },
);
type Step = typeof Step extends fc.Arbitrary<infer T> ? T : never;

/** The promises of RFC 9700 and of rules 15, 16 and 28 as a model without a database. */
type Model = {
  alive: boolean;
  /** Refresh tokens in the order they were minted; a racing tab's are siblings of one generation. */
  generations: { tokens: string[]; replacedAt: number | null }[];
  access: { token: string; until: number }[];
};

describe("class 8, renewal replay and races: sessions over two instances", () => {
  it(`follow the model, and no grandparent ever works (${RUNS} histories)`, async () => {
    let steps = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(Step, fc.boolean()), { minLength: 2, maxLength: 12 }),
        async (history) => {
          const { model, userId } = await signIn();
          for (const [step, onOther] of history) {
            await play(step, { model, userId, app: onOther ? other : world });
            await agree(model);
            steps += 1;
          }
        },
      ),
      { numRuns: RUNS },
    );
    process.stdout.write(
      `session model: ${RUNS} histories, ${steps} steps, each followed by every token on both instances\n`,
    );
  }, 120_000);
});

let people = 0;

async function signIn() {
  const email = `model${(people += 1)}@cast.test`;
  const person = { email, fullname: "A Model", role: "Client", company: "kestrel" } as const;
  const userId = await makePerson(world.db, person, world.companies, secret);
  const answer = await world.as().post("/auth/login", { email, password: PASSWORD });
  const model: Model = {
    alive: true,
    generations: [{ tokens: [cookieOf(answer.cookies)], replacedAt: null }],
    access: [{ token: answer.body.access_token, until: now() + 600_000 }],
  };
  return { model, userId };
}

type Scene = { model: Model; userId: string; app: Pick<RunningApp, "fastify"> };

async function play(step: Step, { model, userId, app }: Scene): Promise<void> {
  if (step.kind === "wait") return world.pass(step.ms);
  if (step.kind === "refresh") return refresh(model, app, step.back);
  if (step.kind === "tabs") return tabs(model);
  model.alive = false;
  if (step.kind === "logout") return logout(model, app);
  if (step.kind === "delete") await world.as("maren").delete(`/users/${userId}`);
  else await world.as("maren").patch(`/users/${userId}`, { email: `moved${(people += 1)}@cast.test` });
}

async function refresh(model: Model, { fastify }: Pick<RunningApp, "fastify">, back: number): Promise<void> {
  const generation = model.generations.at(-1 - back);
  const token = generation?.tokens[0];
  if (!generation || token === undefined) return;
  const answer = await renew(fastify, token);
  const { replacedAt } = generation;
  const isGrace = back === 1 && replacedAt !== null && now() - replacedAt <= GRACE;
  const expected = model.alive && (replacedAt === null || isGrace);
  expect([back, answer.statusCode]).toEqual([back, expected ? 200 : 401]);
  if (!expected) {
    model.alive = false;
    return;
  }
  remember(model, answer, replacedAt === null);
}

/** All at once with the newest: each is served, and one family remains. */
async function tabs(model: Model): Promise<void> {
  const token = model.generations.at(-1)?.tokens[0] ?? "";
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, tab) => renew(tab % 2 ? other.fastify : world.fastify, token)),
  );
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([model.alive ? 200 : 401]));
  if (!model.alive) return;
  for (const [at, answer] of answers.entries()) remember(model, answer, at === 0);
}

function remember(model: Model, answer: Awaited<ReturnType<typeof renew>>, isNext: boolean): void {
  const token = cookieOf(answer.cookies);
  if (isNext) {
    const last = model.generations.at(-1);
    if (last) last.replacedAt = now();
    model.generations.push({ tokens: [token], replacedAt: null });
  } else model.generations.at(-1)?.tokens.push(token);
  model.access.push({ token: answer.json().access_token, until: now() + 600_000 });
}

async function logout(model: Model, { fastify }: Pick<RunningApp, "fastify">): Promise<void> {
  const token = model.generations.at(-1)?.tokens[0] ?? "";
  const answer = await fastify.inject({
    method: "POST",
    url: "/api/auth/logout",
    cookies: { refresh: token },
  });
  expect(answer.statusCode).toBe(204);
}

/** Every access token, asked of both instances, is worth what the model says: at once, not after a while. */
async function agree(model: Model): Promise<void> {
  for (const { token, until } of model.access.slice(-4)) {
    const expected = model.alive && now() < until ? 200 : 401;
    for (const { fastify } of [world, other]) {
      const answer = await fastify.inject({
        url: "/api/auth/me",
        headers: { authorization: `Bearer ${token}` },
      });
      expect(answer.statusCode).toBe(expected);
    }
  }
}

const renew = (app: RunningApp["fastify"], token: string) =>
  app.inject({ method: "POST", url: "/api/auth/refresh", cookies: { refresh: token } });
const now = () => world.clock.now().getTime();

function cookieOf(cookies: { name: string; value: string }[]): string {
  return cookies.find(({ name }) => name === "refresh")?.value ?? "";
}
