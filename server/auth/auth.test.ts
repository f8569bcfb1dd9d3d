import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeWorld, PASSWORD, type World } from "../../test/support/app/app-with-people.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());
beforeEach(() => world.db.deleteFrom("rate_limits").execute());

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const signIn = (email: string, password = PASSWORD) => world.as().post("/auth/login", { email, password });
const cookieOf = (answer: { cookies: { name: string; value: string }[] }) => answer.cookies[0]?.value ?? "";
const refresh = (cookie: string, headers: Record<string, string> = {}) =>
  world.as().call("POST", "/auth/refresh", { headers: { cookie: `refresh=${cookie}`, ...headers } });
/** Signs in and refreshes in several tabs at once; gives the tokens that they got. */
async function raceTabs(count: number): Promise<string[]> {
  const first = cookieOf(await signIn("maren@waypost.test"));
  return (await Promise.all(Array.from({ length: count }, () => refresh(first)))).map(cookieOf);
}

describe("signing in", () => {
  it("answers a wrong password, an unknown address and a deleted user alike", async () => {
    await world.db
      .updateTable("users")
      .set({ deleted_at: world.clock.now() })
      .where("id", "=", world.idOf("jonas"))
      .execute();
    const answers = [
      await signIn("maren@waypost.test", "wrong"),
      await signIn("nobody@nowhere.test"),
      await signIn("jonas@aster.test"),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(401);
      expect({ ...answer.body, request_id: "" }).toEqual({ ...answers[0]?.body, request_id: "" });
      expect(answer.cookies).toEqual([]);
    }
    expect(answers[0]?.body.detail).toBe("Invalid credentials");
    await world.db
      .updateTable("users")
      .set({ deleted_at: null })
      .where("id", "=", world.idOf("jonas"))
      .execute();
  });

  it("needs both fields, and no others", async () => {
    const anonymous = world.as();
    expect((await anonymous.post("/auth/login", { email: "", password: "x" })).body.detail).toBe(
      "Email is required",
    );
    expect((await anonymous.post("/auth/login", { email: "a@b.c" })).body.detail).toBe(
      "Password is required",
    );
    expect(
      (await anonymous.post("/auth/login", { email: "a@b.c", password: "x", role: "administrator" })).status,
    ).toBe(422);
  });

  it("answers a token, and a cookie that scripts cannot read and other sites do not send", async () => {
    const answer = await signIn("MAREN@waypost.test ");
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ access_token: expect.stringMatching(/^[\w-]{43}$/) });
    expect([answer.headers["set-cookie"]].flat()[0]).toMatch(
      /^refresh=[\w-]{43}; Max-Age=604800; Path=\/api\/auth; HttpOnly; SameSite=Strict$/,
    );
    const me = await world.withToken(answer.body.access_token).get("/auth/me");
    expect(me.body).toMatchObject({
      fullname: "Maren Solberg",
      user_type: "internal",
      roles: [{ name: "administrator" }],
      must_change_password: false,
    });
    expect(me.body.permissions).toContain("tickets.restore");
  });

  it("slows down guessing per address, whatever the spelling, and lets the right one in later", async () => {
    for (const email of [
      "lena@waypost.test",
      "LENA@waypost.test",
      "lena@WAYPOST.test",
      "lena@waypost.test",
      "lena@waypost.test",
      "lena@waypost.test",
    ]) {
      expect((await signIn(email, "guess")).status).toBe(401);
    }
    const blocked = await signIn("lena@waypost.test");
    expect(blocked.status).toBe(429);
    expect(blocked.headers["retry-after"]).toBe("5");
    expect(blocked.body.detail).toBe("Too many attempts. Try again in 5 seconds.");
    world.pass(6 * SECOND);
    expect((await signIn("lena@waypost.test")).status).toBe(200);
    expect((await signIn("lena@waypost.test", "guess")).status).toBe(401);
  });

  it("gives a burst of guesses no free try", async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => signIn("idris@waypost.test", "guess")),
    );
    expect(answers.filter((answer) => answer.status === 401).length).toBeLessThanOrEqual(6);
    expect(answers.filter((answer) => answer.status === 429).length).toBeGreaterThanOrEqual(14);
  });
});

describe("an access token", () => {
  it("lives ten minutes", async () => {
    const token = (await signIn("maren@waypost.test")).body.access_token;
    world.pass(10 * MINUTE - SECOND);
    expect((await world.withToken(token).get("/auth/me")).status).toBe(200);
    world.pass(2 * SECOND);
    expect((await world.withToken(token).get("/auth/me")).status).toBe(401);
  });

  it("stops at once when its user is deleted or loses a role", async () => {
    const rafael = world.as("rafael");
    expect((await rafael.get("/tickets")).status).toBe(200);
    await world.db.deleteFrom("user_roles").where("user_id", "=", world.idOf("rafael")).execute();
    expect((await rafael.get("/tickets")).status).toBe(403);
    await world.db
      .updateTable("users")
      .set({ deleted_at: world.clock.now() })
      .where("id", "=", world.idOf("rafael"))
      .execute();
    expect((await rafael.get("/auth/me")).status).toBe(401);
  });

  it("is kept as a hash: the database alone opens nothing", async () => {
    const token = (await signIn("maren@waypost.test")).body.access_token;
    const { rows } = await world.pool.query("select * from access_tokens");
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe("last online", () => {
  it("moves for whoever asks, at most once a minute, and for nobody else", async () => {
    const seen = async (email: string) => {
      const users = world.db.selectFrom("users").select("last_online").where("email", "=", email);
      return (await users.executeTakeFirstOrThrow()).last_online?.getTime() ?? null;
    };
    const start = world.clock.now().getTime();
    const priya = world.as("priya");
    for (const [wait, expected] of [
      [0, start],
      [30 * SECOND, start],
      [31 * SECOND, start + 61 * SECOND],
    ] as const) {
      world.pass(wait);
      await priya.get("/auth/me");
      await expect.poll(() => seen("priya@kestrel.test")).toBe(expected);
    }
    expect(await seen("tomas@kestrel.test")).toBeNull();
    expect(await seen("helena@aster.test")).toBeNull();
  });

  it("is right again once a clock is that was years ahead", async () => {
    const ahead = new Date(world.clock.now().getTime() + 12 * 365 * 24 * 3600 * SECOND);
    const users = world.db.updateTable("users").where("id", "=", world.idOf("helena"));
    await users.set({ last_online: ahead }).execute();
    await world.as("helena").get("/auth/me");
    const seen = world.db.selectFrom("users").select("last_online").where("id", "=", world.idOf("helena"));
    await expect
      .poll(async () => (await seen.executeTakeFirstOrThrow()).last_online)
      .toEqual(world.clock.now());
  });
});

describe("renewal", () => {
  it("is refused without a cookie, with an invented one, and from another site", async () => {
    expect((await refresh("")).status).toBe(401);
    expect((await refresh("x".repeat(43))).status).toBe(401);
    const cookie = cookieOf(await signIn("maren@waypost.test"));
    expect((await refresh(cookie, { "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect((await refresh(cookie, { origin: "https://evil.example" })).status).toBe(403);
    expect(
      (await refresh(cookie, { origin: "http://localhost:3000", "sec-fetch-site": "same-origin" })).status,
    ).toBe(200);
  });

  it("rotates the cookie, and forgives the one just replaced for ten seconds", async () => {
    const first = cookieOf(await signIn("maren@waypost.test"));
    const second = cookieOf(await refresh(first));
    expect(second).not.toBe(first);
    world.pass(9 * SECOND);
    expect((await refresh(first)).status).toBe(200);
    expect((await refresh(second)).status).toBe(200);
  });

  it("ends the whole session when an old cookie comes back", async () => {
    const login = await signIn("maren@waypost.test");
    const first = cookieOf(login);
    const second = cookieOf(await refresh(first));
    world.pass(11 * SECOND);
    expect((await refresh(first)).status).toBe(401);
    expect((await refresh(second)).status).toBe(401);
    expect((await world.withToken(login.body.access_token).get("/auth/me")).status).toBe(401);
  });

  it("does not forgive a grandparent, however quick", async () => {
    const first = cookieOf(await signIn("maren@waypost.test"));
    const third = cookieOf(await refresh(cookieOf(await refresh(first))));
    expect((await refresh(first)).status).toBe(401);
    expect((await refresh(third)).status).toBe(401);
  });

  it("serves twenty tabs that renew at the same moment", async () => {
    const first = cookieOf(await signIn("maren@waypost.test"));
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(first)));
    expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(200));
    expect((await refresh(cookieOf(answers.at(-1) ?? answers[0]!))).status).toBe(200);
  });

  it("forgives the siblings that such tabs got for ten seconds, once one of them is exchanged", async () => {
    const siblings = await raceTabs(4);
    const exchanged = await Promise.all(siblings.slice(0, 3).map((each) => refresh(each)));
    expect(exchanged.map(({ status }) => status)).toEqual([200, 200, 200]);
    world.pass(11 * SECOND);
    expect((await refresh(siblings[3]!)).status).toBe(401);
    expect((await refresh(cookieOf(exchanged[0]!))).status).toBe(401);
  });

  it("does not forgive a sibling whose generation is two exchanges old, however quick", async () => {
    const [one = "", two = ""] = await raceTabs(2);
    const newest = cookieOf(await refresh(cookieOf(await refresh(one))));
    expect((await refresh(two)).status).toBe(401);
    expect((await refresh(newest)).status).toBe(401);
  });

  it("ends after seven idle days, and after thirty days in any case", async () => {
    const idle = cookieOf(await signIn("maren@waypost.test"));
    world.pass(7 * DAY + SECOND);
    expect((await refresh(idle)).status).toBe(401);
    let cookie = cookieOf(await signIn("maren@waypost.test"));
    for (let day = 0; day < 29; day += 1) {
      world.pass(DAY);
      cookie = cookieOf(await refresh(cookie));
    }
    world.pass(DAY + SECOND);
    expect((await refresh(cookie)).status).toBe(401);
  });
});

describe("signing out", () => {
  it("ends the session of token and cookie at once, and may be repeated", async () => {
    const login = await signIn("maren@waypost.test");
    const headers = { cookie: `refresh=${cookieOf(login)}` };
    const session = world.withToken(login.body.access_token);
    expect((await session.call("POST", "/auth/logout", { headers })).status).toBe(204);
    expect((await session.get("/auth/me")).status).toBe(401);
    expect((await refresh(cookieOf(login))).status).toBe(401);
    expect((await world.as().call("POST", "/auth/logout", { headers })).status).toBe(204);
  });

  it("can be done for another of one's own sessions, never for somebody else's", async () => {
    const elsewhere = await signIn("maren@waypost.test");
    const here = world.withToken((await signIn("maren@waypost.test")).body.access_token);
    const { sessions } = (await here.get("/auth/sessions")).body;
    const other = sessions.find((session: { current: boolean }) => !session.current);
    expect((await world.as("idris").delete(`/auth/sessions/${other.id}`)).status).toBe(404);
    for (const session of sessions)
      if (!session.current) expect((await here.delete(`/auth/sessions/${session.id}`)).status).toBe(204);
    expect((await world.withToken(elsewhere.body.access_token).get("/auth/me")).status).toBe(401);
    expect((await here.get("/auth/me")).status).toBe(200);
  });
});
