import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { raiseLimits, setLimits } from "../../../test/support/app/set-limits.ts";
import { makePerson, makeWorld, PASSWORD, type World } from "../../../test/support/app/app-with-people.ts";
import { makeLink } from "#server/auth/action-links.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());
beforeEach(() => world.db.deleteFrom("rate_limits").execute());

const HOUR = 3_600_000;
const PHRASE = "quite another phrase";

let made = 0;
const newEmail = () => `account${(made += 1)}@kestrel.test`;
/** Somebody signed in twice: here, and on another machine. */
const signedInTwice = async () => {
  const email = newEmail();
  const id = await makePerson(
    world.db,
    { email, fullname: "Ada Account", role: "Client", company: "kestrel" },
    world.companies,
  );
  const enter = async () => world.withToken((await signIn(email, PASSWORD)).body.access_token);
  return { id, email, here: await enter(), elsewhere: await enter() };
};
const signIn = (email: string, password: string) => world.as().post("/auth/login", { email, password });
type Captured = { to: string; subject: string; text: string };
const mailsTo = async (to: string): Promise<Captured[]> =>
  (await world.as("maren").get("/mail/captured")).body.items.filter((mail: Captured) => mail.to === to);
const tokenIn = (mail: Captured | undefined) =>
  /\/(?:reset-password|undo-email-change)\/([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";

const changePassword = (
  caller: ReturnType<World["as"]>,
  id: string,
  current_password: string,
  new_password: string,
) => caller.post(`/users/${id}/change-password`, { current_password, new_password });

describe("changing the password", () => {
  it("is for oneself, with the right current password, and never signs out by answering 401", async () => {
    const { id, here } = await signedInTwice();
    expect((await changePassword(world.as("maren"), id, PASSWORD, PHRASE)).status).toBe(403);
    expect((await changePassword(world.as("jonas"), id, PASSWORD, PHRASE)).status).toBe(404);
    const wrong = await changePassword(here, id, "wrong", PHRASE);
    expect([wrong.status, wrong.body.detail]).toEqual([400, "Current password is incorrect"]);
    const short = await changePassword(here, id, PASSWORD, "short");
    expect([short.status, short.body.detail]).toEqual([422, "New password must be at least 8 characters"]);
    expect((await changePassword(here, id, PASSWORD, PASSWORD)).status).toBe(422);
    expect((await changePassword(here, id, PASSWORD, "Ada-Account-1")).status).toBe(422);
  });

  it("stops guessing", async () => {
    const { id, here } = await signedInTwice();
    const statuses = [];
    for (let time = 0; time < 8; time += 1)
      statuses.push((await changePassword(here, id, "wrong", PHRASE)).status);
    expect(statuses.at(-1)).toBe(429);
  });

  it("ends every other session, and mails a notice", async () => {
    const { id, email, here, elsewhere } = await signedInTwice();
    expect((await changePassword(here, id, PASSWORD, PHRASE)).status).toBe(204);
    expect((await here.get("/auth/me")).status).toBe(200);
    expect((await elsewhere.get("/auth/me")).status).toBe(401);
    expect((await signIn(email, PASSWORD)).status).toBe(401);
    expect((await signIn(email, PHRASE)).status).toBe(200);
    expect((await mailsTo(email))[0]?.subject).toBe("Your password was changed");
  });
});

const forgot = (email: string) => world.as().post("/auth/forgot-password", { email });

describe("a forgotten password", () => {
  it("answers alike for everybody, and mails only those who are there", async () => {
    const { email } = await signedInTwice();
    const answers = [await forgot(email.toUpperCase()), await forgot("nobody@nowhere.test")];
    expect(answers.map(({ status, text }) => [status, text])).toEqual([
      [204, ""],
      [204, ""],
    ]);
    await world.drain();
    expect(await mailsTo(email)).toHaveLength(1);
    expect(await mailsTo("nobody@nowhere.test")).toHaveLength(0);
  });

  it("sends one person three mails an hour at most, whatever way the address is written", async () => {
    await setLimits(world.pool, {});
    const { email } = await signedInTwice();
    for (const written of [email, email.toUpperCase(), email, email, email.replace("a", "A"), email])
      await forgot(written);
    await world.drain();
    expect(await mailsTo(email)).toHaveLength(3);
    await raiseLimits(world.pool);
  });

  it("is set with the newest link, once, and ends all sessions", async () => {
    const { email, here, elsewhere } = await signedInTwice();
    await forgot(email);
    await forgot(email);
    await world.drain();
    const [newest, older] = (await mailsTo(email)).map(tokenIn);
    const reset = (token: string | undefined, password = PHRASE) =>
      world.as().post("/auth/reset-password", { token, password });
    expect((await reset(older)).status).toBe(400);
    expect((await reset(newest, "password1")).status).toBe(422);
    const answers = await Promise.all(Array.from({ length: 10 }, () => reset(newest)));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    for (const caller of [here, elsewhere]) expect((await caller.get("/auth/me")).status).toBe(401);
    expect((await signIn(email, PHRASE)).status).toBe(200);
  });

  it("runs out", async () => {
    const { email } = await signedInTwice();
    await forgot(email);
    await world.drain();
    const token = tokenIn((await mailsTo(email))[0]);
    world.pass(2 * HOUR);
    const late = await world.as().post("/auth/reset-password", { token, password: PHRASE });
    expect([late.status, late.body.code]).toEqual([400, "auth.link_expired"]);
  });

  it("does nothing for deleted people", async () => {
    const { id, email } = await signedInTwice();
    await world.as("maren").delete(`/users/${id}`);
    await forgot(email);
    await world.drain();
    expect(await mailsTo(email)).toHaveLength(0);
  });
});

describe("a password that was reset by a mailed link", () => {
  it("tells the owner after a reset as after a change", async () => {
    const { id, email } = await signedInTwice();
    const { token } = await makeLink(world.db, {
      purpose: "reset_password",
      userId: id,
      now: world.clock.now(),
      hours: 1,
    });
    expect((await world.as().post("/auth/reset-password", { token, password: PHRASE })).status).toBe(204);
    expect((await mailsTo(email))[0]?.subject).toBe("Your password was changed");
  });
});

const changeEmail = (
  caller: ReturnType<World["as"]>,
  id: string,
  new_email: string,
  current_password = PASSWORD,
) => caller.post(`/users/${id}/change-email`, { new_email, current_password });

describe("changing the address", () => {
  it("is for oneself, with the password, to an address that nobody has", async () => {
    const { id, here } = await signedInTwice();
    expect((await changeEmail(world.as("maren"), id, newEmail())).status).toBe(403);
    const wrong = await changeEmail(here, id, newEmail(), "wrong");
    expect([wrong.status, wrong.body.detail]).toEqual([400, "Current password is incorrect"]);
    expect((await changeEmail(here, id, "no address")).status).toBe(422);
    const taken = await changeEmail(here, id, "JONAS@aster.test");
    expect([taken.status, taken.body.detail]).toEqual([409, "A user with this email already exists"]);
  });

  it("needs both fields ('Please fill in all fields'), however one of them is missing", async () => {
    const { id, here } = await signedInTwice();
    const both = { new_email: newEmail(), current_password: PASSWORD };
    const missing = [
      {},
      { new_email: both.new_email },
      { current_password: PASSWORD },
      { ...both, new_email: " " },
      { ...both, current_password: "" },
      { ...both, current_password: "  " },
      { ...both, new_email: null },
      { new_email: "no address", current_password: "" },
    ];
    for (const body of missing) {
      const answer = await here.post(`/users/${id}/change-email`, body);
      expect([answer.status, answer.body.detail, answer.body.code]).toEqual([
        422,
        "Please fill in all fields",
        "user.email_change_incomplete",
      ]);
    }
    const malformed = await changeEmail(here, id, "no address");
    expect(malformed.body.detail).toBe("Invalid email address");
  });

  it("holds at once, ends other sessions, tells the old address, and is undone from there", async () => {
    const { id, email, here, elsewhere } = await signedInTwice();
    const next = newEmail();
    expect((await changeEmail(here, id, next)).body.email).toBe(next);
    expect((await here.get("/auth/me")).body.email).toBe(next);
    expect((await elsewhere.get("/auth/me")).status).toBe(401);
    expect((await signIn(email, PASSWORD)).status).toBe(401);
    const token = tokenIn((await mailsTo(email))[0]);
    expect((await mailsTo(next))[0]?.text).not.toContain("undo-email-change");
    world.pass(71 * HOUR);
    const preview = await world.as().post("/auth/invitation", { token });
    expect(preview.body).toMatchObject({ purpose: "undo_email", email });
    const undone = await world.as().post("/auth/undo-email-change", { token });
    expect(undone.body).toEqual({ email });
    expect((await here.get("/auth/me")).status).toBe(401);
    expect((await signIn(next, PASSWORD)).status).toBe(401);
    expect((await signIn(email, PASSWORD)).status).toBe(200);
    expect((await mailsTo(email))[0]?.subject).toBe("Set a new password");
    expect((await world.as().post("/auth/undo-email-change", { token })).status).toBe(400);
  });

  it("mails no way back to an address that was itself set within the 72 hours", async () => {
    const { id, email, here } = await signedInTwice();
    const thief = newEmail();
    await changeEmail(here, id, thief);
    const last = newEmail();
    await changeEmail(here, id, last);
    for (const mail of await mailsTo(thief)) expect(mail.text).not.toContain("undo-email-change");
    const first = tokenIn((await mailsTo(email))[0]);
    expect((await world.as().post("/auth/undo-email-change", { token: first })).body).toEqual({ email });
  });

  it("ends what an administrator's rescue has to end", async () => {
    const { id, email, here } = await signedInTwice();
    await changeEmail(here, id, newEmail());
    await changeEmail(here, id, newEmail());
    const first = tokenIn((await mailsTo(email))[0]);
    expect((await world.as("maren").patch(`/users/${id}`, { email })).status).toBe(200);
    expect((await world.as().post("/auth/undo-email-change", { token: first })).status).toBe(400);
    expect((await signIn(email, PASSWORD)).status).toBe(200);
  });

  it("cannot be undone after 72 hours", async () => {
    const other = await signedInTwice();
    await changeEmail(other.here, other.id, newEmail());
    world.pass(72 * HOUR);
    const late = tokenIn((await mailsTo(other.email))[0]);
    expect((await world.as().post("/auth/undo-email-change", { token: late })).status).toBe(400);
  });
});
