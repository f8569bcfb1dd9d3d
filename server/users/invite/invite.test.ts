import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { raiseLimits, setLimits } from "../../../test/support/app/set-limits.ts";
import { makeWorld, type World } from "../../../test/support/app/app-with-people.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld({ PUBLIC_URL: "https://desk.example.com" });
});
afterAll(() => world.end());
beforeEach(() => world.db.deleteFrom("rate_limits").execute());

const HOUR = 3_600_000;
const PHRASE = "a longer pass phrase";

let made = 0;
const newEmail = () => `invited${(made += 1)}@kestrel.test`;
const invite = async (more: object = {}, as: "maren" | "priya" = "maren") =>
  world.as(as).post("/users/invite", {
    email: newEmail(),
    user_type: "external",
    company_id: world.companies.kestrel,
    ...more,
  });
type Captured = { to: string; subject: string; text: string; html: string };
const mailsTo = async (to: string): Promise<Captured[]> =>
  (await world.as("maren").get("/mail/captured")).body.items.filter((mail: Captured) => mail.to === to);
const tokenIn = (mail: Captured | undefined) =>
  /\/(?:accept-invite|reset-password|undo-email-change)\/([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
const newToken = async (email: string) => tokenIn((await mailsTo(email))[0]);
const accept = (token: string, more: object = {}) =>
  world.as().post("/auth/accept-invite", { token, fullname: "Ines Invited", password: PHRASE, ...more });
const signIn = (email: string, password = PHRASE) => world.as().post("/auth/login", { email, password });
const isDead = async (token: string) => {
  const answers = [await accept(token), await world.as().post("/auth/invitation", { token })];
  return answers.every(
    ({ status, body }) => status === 400 && body.detail === "This link is no longer valid",
  );
};
const isAlive = async (token: string) =>
  (await world.as().post("/auth/invitation", { token })).status === 200;
const createInvited = async () => {
  const wanted = { email: newEmail(), fullname: "Ewa Either", password: PHRASE, sendInvite: true };
  const { body } = await world.as("maren").post("/users", wanted);
  const resend = (query: Record<string, string> = {}) =>
    world.as("maren").call("POST", `/users/${body.id}/send-invite`, { query });
  return { id: body.id, email: wanted.email, token: await newToken(wanted.email), resend };
};

describe("inviting", () => {
  it("is refused to everybody but administrators and client admins", async () => {
    for (const name of ["rafael", "lena", "idris", "tomas", "nobody"] as const)
      expect((await world.as(name).post("/users/invite", { email: newEmail() })).status).toBe(403);
  });

  it("needs an address, a company for clients, and 1 to 168 whole hours", async () => {
    expect((await invite({ email: "" })).body.detail).toBe("Email is required");
    const alone = await invite({ company_id: null });
    expect([alone.status, alone.body.detail]).toEqual([422, "Company is required for clients"]);
    for (const expires_in_hours of [0, -1, 1.5, 169, 1e9, "soon", null])
      expect([expires_in_hours, (await invite({ expires_in_hours })).status]).toEqual([
        expires_in_hours,
        422,
      ]);
    for (const expires_in_hours of [1, 168]) expect((await invite({ expires_in_hours })).status).toBe(201);
  });

  it("mails a link of the public address, with a name of one's own to be chosen", async () => {
    const answer = await invite({ email: "Jose.Unal@kestrel.test" });
    expect(answer.body).toMatchObject({
      fullname: "Jose.Unal",
      invite_state: "pending",
      has_password: false,
      roles: [{ name: "Client" }],
    });
    const [mail] = await mailsTo("Jose.Unal@kestrel.test");
    expect(answer.body.invite_link).toBe(`https://desk.example.com/accept-invite/${tokenIn(mail)}`);
    expect(mail?.html).toContain(answer.body.invite_link);
    expect(mail?.text).toContain("for 3 days");
  });

  it("forces a client admin's guests into the own company, as external people", async () => {
    const { body } = await invite({ user_type: "internal", company_id: world.companies.aster }, "priya");
    expect(body).toMatchObject({ user_type: "external", company_id: world.companies.kestrel });
    expect((await invite({ role_names: ["administrator"] }, "priya")).status).toBe(422);
  });

  it("keeps no token anywhere but in the captured mail", async () => {
    const { body } = await invite();
    const token = tokenIn((await mailsTo(body.email))[0]);
    for (const table of ["action_links", "history", "users"] as const) {
      const { rows } = await world.pool.query(`select t::text from ${table} t`);
      expect(JSON.stringify(rows)).not.toContain(token);
    }
  });
});

describe("accepting", () => {
  it("sets name and password once, and then signs in", async () => {
    const { body } = await invite();
    const token = await newToken(body.email);
    const preview = await world.as().post("/auth/invitation", { token });
    expect(preview.body).toMatchObject({
      purpose: "invite",
      email: body.email,
      company_name: "Kestrel Logistics",
    });
    expect((await accept(token, { fullname: " " })).body.detail).toBe("Full name is required");
    expect((await accept(token, { password: "Ines Invited 1" })).status).toBe(422);
    expect((await accept(token)).status).toBe(204);
    expect(await isDead(token)).toBe(true);
    expect((await signIn(body.email)).status).toBe(200);
    const user = (await world.as("maren").get(`/users/${body.id}`)).body;
    expect(user).toMatchObject({ fullname: "Ines Invited", invite_state: "none", has_password: true });
  });

  it("works for exactly one of 50 at once", async () => {
    const { body } = await invite();
    const token = await newToken(body.email);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => accept(token, { password: `${PHRASE} ${n}` })),
    );
    const won = answers.flatMap(({ status }, n) => (status === 204 ? [n] : []));
    expect(won).toHaveLength(1);
    expect((await signIn(body.email, `${PHRASE} ${won[0]}`)).status).toBe(200);
  });

  it("dies with time, telling that it ran out", async () => {
    const { body } = await invite({ expires_in_hours: 1 });
    const token = await newToken(body.email);
    world.pass(HOUR - 1);
    expect((await world.as().post("/auth/invitation", { token })).status).toBe(200);
    world.pass(1);
    const answer = await accept(token);
    expect([answer.status, answer.body.code]).toEqual([400, "auth.link_expired"]);
    expect((await world.as("maren").get(`/users/${body.id}`)).body.invite_state).toBe("expired");
  });

  it("dies with a newer one, deletion, another address, other roles, and a closed company", async () => {
    const changes: ((id: string) => Promise<{ status: number }>)[] = [
      (id) => world.as("maren").post(`/users/${id}/send-invite`),
      (id) => world.as("maren").delete(`/users/${id}`),
      (id) => world.as("maren").patch(`/users/${id}`, { email: newEmail() }),
      (id) => world.as("maren").post(`/users/${id}/roles:set`, { role_names: ["client_admin"] }),
    ];
    for (const change of changes) {
      const { body } = await invite();
      const token = await newToken(body.email);
      expect((await change(body.id)).status).toBeLessThan(300);
      expect(await isDead(token)).toBe(true);
    }
    const { body } = await world.as("maren").post("/companies", { name: "Closing soon" });
    const guest = (await invite({ company_id: body.id })).body;
    const token = await newToken(guest.email);
    await world.as("maren").delete(`/companies/${body.id}`);
    expect(await isDead(token)).toBe(true);
  });

  it("stays dead after the deleted person is restored, and says that nothing is on its way", async () => {
    const { body } = await invite();
    const token = await newToken(body.email);
    await world.as("maren").delete(`/users/${body.id}`);
    const restored = await world.as("maren").post(`/users/${body.id}/restore`);
    expect(restored.body.invite_state).toBe("not_sent");
    expect(await isDead(token)).toBe(true);
  });

  it("answers every nonsense alike", async () => {
    for (const token of ["", "x", "a".repeat(43), "../../etc/passwd", "%00"]) {
      const answer = await world.as().post("/auth/invitation", { token });
      expect([answer.status, answer.body.detail, answer.body.code]).toEqual([
        400,
        "This link is no longer valid",
        "auth.link_invalid",
      ]);
    }
  });

  it("lets whoever comes too late ask for a new one, which goes to the invited address", async () => {
    const { body } = await invite({ expires_in_hours: 1 });
    const token = await newToken(body.email);
    const ask = (asked: string) => world.as().post("/auth/ask-for-invitation", { token: asked });
    expect((await ask(token)).status).toBe(204);
    await world.drain();
    expect(await mailsTo(body.email)).toHaveLength(1);
    world.pass(2 * HOUR);
    for (let time = 0; time < 5; time += 1) expect((await ask(token)).status).toBe(204);
    expect((await ask("nonsense")).status).toBe(204);
    await world.drain();
    expect(await mailsTo(body.email)).toHaveLength(2);
    expect((await accept(await newToken(body.email))).status).toBe(204);
  });
});

describe("creating with an invitation", () => {
  it("lets either the password or the link work; the first sign-in ends the link", async () => {
    const wanted = { email: newEmail(), fullname: "Ewa Either", password: PHRASE, sendInvite: true };
    const { body } = await world.as("maren").post("/users", wanted);
    expect(body).toMatchObject({ has_password: true, invite_state: "pending" });
    const token = await newToken(wanted.email);
    const signedIn = await signIn(wanted.email);
    const me = await world.withToken(signedIn.body.access_token).get("/auth/me");
    expect(me.body.must_change_password).toBe(false);
    expect(await isDead(token)).toBe(true);
    expect((await world.as("maren").get(`/users/${body.id}`)).body.invite_state).toBe("none");
  });
});

describe("sending an invitation 'also called without the query after create with sendInvite'", () => {
  it("leaves it at the link of the creation, which no second mail and no allowance follows", async () => {
    const { email, token, resend } = await createInvited();
    await setLimits(world.pool, {});
    for (let time = 0; time < 5; time += 1) {
      const answer = await resend();
      expect([answer.status, answer.body]).toEqual([200, {}]);
    }
    await raiseLimits(world.pool);
    expect(await mailsTo(email)).toHaveLength(1);
    expect((await accept(token)).status).toBe(204);
  });

  it("mails a second link beside the first to whoever names the hours; the use of either ends both", async () => {
    for (const used of [0, 1]) {
      const { email, token, resend } = await createInvited();
      const { body } = await resend({ expires_in_hours: "72" });
      const second = await newToken(email);
      expect(body.invite_link).toContain(second);
      expect([await isAlive(token), await isAlive(second)]).toEqual([true, true]);
      expect((await accept([token, second][used] ?? "")).status).toBe(204);
      expect([await isDead(token), await isDead(second)]).toEqual([true, true]);
    }
  });

  it("replaces the link once five minutes have gone by", async () => {
    const { email, token, resend } = await createInvited();
    world.pass(5 * 60_000);
    await resend();
    expect(await isDead(token)).toBe(true);
    expect(await isAlive(await newToken(email))).toBe(true);
  });

  it("mails a new link where the mail of the creation was given up", async () => {
    const { email, resend } = await createInvited();
    await world.pool.query(`update mails set state = 'failed' where "to" = $1`, [email]);
    await resend();
    expect(await mailsTo(email)).toHaveLength(1);
  });

  it("is refused to strangers, and does nothing for the deleted", async () => {
    const { id, token, resend } = await createInvited();
    expect((await world.as("idris").post(`/users/${id}/send-invite`)).status).toBe(403);
    await world.as("maren").delete(`/users/${id}`);
    expect((await resend()).status).toBe(409);
    expect(await isDead(token)).toBe(true);
  });
});

describe("sending again", () => {
  it("is refused for strangers, the deleted, and too often", async () => {
    const { body } = await invite();
    expect((await world.as("idris").post(`/users/${body.id}/send-invite`)).status).toBe(403);
    expect((await world.as("helena").post(`/users/${body.id}/send-invite`)).status).toBe(404);
    const hours = { expires_in_hours: "169" };
    const call = { query: hours };
    expect((await world.as("maren").call("POST", `/users/${body.id}/send-invite`, call)).status).toBe(422);
    await setLimits(world.pool, {});
    const answers = [];
    for (let time = 0; time < 3; time += 1)
      answers.push((await world.as("maren").post(`/users/${body.id}/send-invite`)).status);
    expect(answers).toEqual([200, 200, 429]);
    await raiseLimits(world.pool);
    await world.as("maren").delete(`/users/${body.id}`);
    expect((await world.as("maren").post(`/users/${body.id}/send-invite`)).status).toBe(409);
  });

  it("sends whoever signs in already a link to set a new password, shown to nobody else", async () => {
    const answer = await world.as("priya").post(`/users/${world.idOf("tomas")}/send-invite`);
    expect(answer.body).toEqual({});
    const [mail] = await mailsTo("tomas@kestrel.test");
    expect(mail?.subject).toBe("Set a new password");
    expect(mail?.text).toContain("/reset-password/");
  });
});
