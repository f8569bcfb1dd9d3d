import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeWorld, PASSWORD, type World } from "../support/app/app-with-people.ts";

let worlds: World[];
beforeAll(async () => {
  const settings = { SECRET: "the same secret on both" };
  worlds = [await makeWorld(settings), await makeWorld(settings)];
});
afterAll(async () => {
  for (const world of worlds) await world.end();
});

describe("class 7, predictable and static tokens", () => {
  it("two servers with the same settings, rows and clock mint different tokens", async () => {
    const minted = await Promise.all(
      worlds.map(async (world) => {
        const answer = await world
          .as()
          .post("/auth/login", { email: world.people.maren.email, password: PASSWORD });
        const invited = await world
          .as("maren")
          .post("/users/invite", { email: "new@cast.test", user_type: "internal" });
        return [answer.body.access_token, answer.cookies[0]?.value, invited.body.invite_link];
      }),
    );
    const [first = [], second = []] = minted;
    for (const [at, token] of first.entries()) {
      expect(String(token).length).toBeGreaterThan(40);
      expect(token).not.toBe(second[at]);
    }
  });

  it("a copy of the whole database opens nothing", async () => {
    const [world] = worlds;
    if (!world) return;
    const signedIn = await world
      .as()
      .post("/auth/login", { email: world.people.idris.email, password: PASSWORD });
    const invited = await world
      .as("maren")
      .post("/users/invite", { email: "other@cast.test", user_type: "internal" });
    const secrets: string[] = [
      signedIn.body.access_token,
      signedIn.cookies[0]?.value ?? "",
      String(invited.body.invite_link).split("/").at(-1) ?? "",
    ];
    const tables = await world.pool.query<{ name: string }>(
      "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')",
    );
    expect(tables.rows.length).toBeGreaterThan(30);
    for (const { name } of tables.rows) {
      const { rows } = await world.pool.query(`select to_jsonb(t)::text as row from ${name} t`);
      const dump = rows.map(({ row }: { row: string }) => row).join("\n");
      // Captured mail shows its links to administrators until they are sent; that is what it is for.
      if (name === "public.mails") continue;
      for (const secret of secrets) expect([name, dump.includes(secret)]).toEqual([name, false]);
    }
  });
});
