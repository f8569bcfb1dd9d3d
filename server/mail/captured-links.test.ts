import { afterAll, beforeAll, expect, it } from "vitest";
import { pruneSecrets } from "#server/auth/prune-secrets.ts";
import { makeWorld, type World } from "../../test/support/app/app-with-people.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());

const PASSWORD = "a longer pass phrase";

/** The tokens that captured mails to an address still show, oldest first. */
async function tokensTo(email: string): Promise<string[]> {
  const { items } = (await world.as("maren").get("/mail/captured")).body;
  const mails = items.filter((mail: { to: string }) => mail.to === email).toReversed();
  return mails.flatMap(
    ({ text, html }: { text: string; html: string }) =>
      `${text} ${html}`.match(/(?<=(?:accept-invite|reset-password)\/)[\w-]{43}/g) ?? [],
  );
}

async function invite(email: string): Promise<string> {
  const person = { email, user_type: "external", company_id: world.companies.kestrel };
  const { body } = await world.as("maren").post("/users/invite", person);
  return body.id;
}

it("a captured mail shows its link while it lives, and forgets it as it is used", async () => {
  await invite("used@kestrel.test");
  const [token, ...rest] = await tokensTo("used@kestrel.test");
  expect([token?.length, new Set([token, ...rest]).size]).toEqual([43, 1]);
  const accepted = await world
    .as()
    .post("/auth/accept-invite", { token, fullname: "Zoë Ødegård", password: PASSWORD });
  expect(accepted.status).toBe(204);
  expect(await tokensTo("used@kestrel.test")).toEqual([]);
});

it("a captured mail forgets its link as the next one replaces it", async () => {
  const id = await invite("twice@kestrel.test");
  const [first] = await tokensTo("twice@kestrel.test");
  await world.as("maren").post(`/users/${id}/send-invite`);
  const left = new Set(await tokensTo("twice@kestrel.test"));
  expect(left.size).toBe(1);
  expect(left.has(first ?? "")).toBe(false);
});

it("a captured mail forgets its link when somebody from outside ends it, who may not change mails", async () => {
  await world.as().post("/auth/forgot-password", { email: "tomas@kestrel.test" });
  await world.drain();
  expect(await tokensTo("tomas@kestrel.test")).not.toEqual([]);
  const changed = await world.as("tomas").post(`/users/${world.idOf("tomas")}/change-password`, {
    current_password: "correct horse battery",
    new_password: PASSWORD,
  });
  expect(changed.status).toBe(204);
  expect(await tokensTo("tomas@kestrel.test")).toEqual([]);
});

it("a captured mail forgets its link in the night after it expired, and not before", async () => {
  await invite("late@kestrel.test");
  await pruneSecrets(world.app);
  expect(await tokensTo("late@kestrel.test")).not.toEqual([]);
  world.pass(100 * 24 * 3_600_000);
  await pruneSecrets(world.app);
  expect(await tokensTo("late@kestrel.test")).toEqual([]);
});
