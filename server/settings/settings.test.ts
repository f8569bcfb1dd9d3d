import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ALLOWANCE_SETTINGS } from "#contract/allowances.ts";
import { readMailSettings } from "./read.ts";
import { setLimits } from "../../test/support/app/set-limits.ts";
import { callerOf, makeWorld, openBeside, type World } from "../../test/support/app/app-with-people.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());

/** The header of a picture of one pixel, and as many bytes as follow it. */
const png = (bytes = 40) => pngOf("0000000d494844520000000100000001", bytes);
const pngOf = (header: string, bytes: number) =>
  `data:image/png;base64,${Buffer.concat([Buffer.from(`89504e470d0a1a0a${header}`, "hex"), Buffer.alloc(bytes)]).toString("base64")}`;
const config = async () => (await world.as().get("/config")).body;

describe("the organization's settings", () => {
  it("are for administrators", async () => {
    for (const name of ["rafael", "lena", "idris", "priya", "tomas", "nobody"] as const) {
      const caller = world.as(name);
      expect((await caller.get("/settings")).status).toBe(403);
      expect((await caller.patch("/settings", { brand_name: "Mine" })).status).toBe(403);
      expect((await caller.put("/settings/logo", { data_url: png() })).status).toBe(403);
      expect((await caller.delete("/settings/logo")).status).toBe(403);
    }
    expect((await world.as().get("/settings")).status).toBe(401);
  });

  it("start as the environment says, and what the sign-in page reads follows them", async () => {
    await setLimits(world.pool, {});
    const limits = Object.fromEntries(
      Object.entries(ALLOWANCE_SETTINGS).map(([name, { usual }]) => [name, usual]),
    );
    expect((await world.as("maren").get("/settings")).body).toEqual({
      brand_name: "Waypost",
      brand_short_name: "Waypost",
      logo_url: null,
      ticket_prefix: "WP-",
      password_minimum: 8,
      second_factor_roles: [],
      time_zone: "UTC",
      language: "en",
      in_progress_when_taken: false,
      mail_unproven_clients: "accept",
      mail_cc_adds_colleagues: true,
      mail_keep_originals_days: 365,
      mail_blocked_types: "bat cmd com exe hta img iso jar js jse lnk msi pif ps1 scr vbe vbs vhd wsf".split(
        " ",
      ),
      mail_system_senders: [],
      trash_days: 30,
      session_days: 90,
      mail_days: null,
      audit_days: null,
      attachments_gigabytes: null,
      ...limits,
      version: 0,
    });
    const changed = await world.as("maren").patch("/settings", {
      brand_name: "Northwind Support",
      brand_short_name: "Northwind",
      ticket_prefix: "NW-",
      password_minimum: 12,
    });
    expect(changed.body).toMatchObject({ brand_name: "Northwind Support", version: 4 });
    expect(await config()).toMatchObject({
      name: "Northwind Support",
      short_name: "Northwind",
      ticket_prefix: "NW-",
      password_minimum: 12,
    });
    const raised = await world.as("idris").post("/tickets", { subject: "x", issue: "y" });
    expect(raised.body.ticket.uid).toMatch(/^NW-\d+$/);
    const short = await world
      .as("maren")
      .post("/users", { email: "a@b.test", fullname: "Ada Short", password: "elevenchars" });
    expect(short.body.detail).toBe("Password must be at least 12 characters");
    await world.as("maren").patch("/settings", { password_minimum: 8 });
  });

  it("refuse values that make no sense, each with words of its own", async () => {
    for (const [change, words] of [
      [{ brand_name: " " }, "Name is required"],
      [{ ticket_prefix: "<b>" }, "The ticket prefix is capital letters and digits with a dash, such as WP-"],
      [{ password_minimum: 7 }, "The shortest password cannot be below 8 characters"],
      [{ password_minimum: 65 }, "The shortest password can be at most 64 characters"],
      [{ limit_tickets_per_hour: 0 }, "Choose a whole number from 1 to 10,000"],
      [{ limit_writes_per_second: 1001 }, "Choose a whole number from 1 to 1,000"],
      [{ limit_connections: 1.5 }, "Choose a whole number from 1 to 8"],
      [{ mail_keep_originals_days: 29 }, "Choose a whole number from 30 to 3,650"],
      [{ mail_unproven_clients: "trust" }, "mail_unproven_clients must be accept or hold"],
      [{ mail_blocked_types: ["no type"] }, "A file type is letters and digits, such as exe"],
      [{ mail_system_senders: ["monitor"] }, "Write whole addresses, such as alerts@monitor.example"],
      [
        { mail_system_senders: Array.from({ length: 51 }, (_, n) => `alerts${n}@monitor.test`) },
        "Name at most 50 addresses",
      ],
      [{ time_zone: "Mars/Olympus" }, "Choose a time zone such as Europe/Oslo"],
      [{ smtp_url: "smtp://x" }, "Unknown field: smtp_url"],
    ] as const) {
      const answer = await world.as("maren").patch("/settings", change);
      expect([answer.status, answer.body.detail]).toEqual([422, words]);
    }
    expect((await world.as("maren").patch("/settings", { logo_url: "https://x.test/a.png" })).status).toBe(
      403,
    );
  });

  it("refuse a change of what somebody else changed meanwhile", async () => {
    const { version } = (await world.as("maren").get("/settings")).body;
    const change = (brand_name: string) =>
      world.as("maren").patch("/settings", { brand_name, base_version: version });
    const answers = await Promise.all([change("One desk"), change("Two desks")]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it("set what one person may do in a while, on every instance at once, with an entry in the history", async () => {
    const other = await openBeside(world);
    const changed = await world.as("maren").patch("/settings", { limit_tickets_per_hour: 2 });
    expect([changed.status, changed.body.limit_tickets_per_hour]).toEqual([200, 2]);
    const jonas = callerOf(other, () => world.tokenOf("jonas"));
    const raised = [];
    for (let n = 0; n < 3; n += 1) raised.push(await jonas.post("/tickets", { subject: "x", issue: "y" }));
    expect(raised.map(({ status }) => status)).toEqual([201, 201, 429]);
    expect(raised[2]?.body.detail).toMatch(/^You can raise 2 tickets an hour\./);
    const { body } = await world.as("maren").get("/audit", { kind: "settings.changed" });
    expect(body.items[0]).toMatchObject({
      before: { limit_tickets_per_hour: 60 },
      after: { limit_tickets_per_hour: 2 },
    });
    await other.close();
  });

  it("say what becomes of mail that comes in", async () => {
    const changed = await world.as("maren").patch("/settings", {
      mail_unproven_clients: "hold",
      mail_cc_adds_colleagues: false,
      mail_keep_originals_days: null,
      mail_blocked_types: [".EXE", "zip", "exe"],
      mail_system_senders: ["Nagios@Kestrel.test ", "alerts@aster.test", "nagios@kestrel.test"],
    });
    expect(changed.body).toMatchObject({
      mail_unproven_clients: "hold",
      mail_cc_adds_colleagues: false,
      mail_keep_originals_days: null,
      mail_blocked_types: ["exe", "zip"],
      mail_system_senders: ["alerts@aster.test", "nagios@kestrel.test"],
    });
    expect(await readMailSettings(world.db)).toEqual({
      mail_unproven_clients: "hold",
      mail_cc_adds_colleagues: false,
      mail_keep_originals_days: null,
      mail_blocked_types: ["exe", "zip"],
      mail_system_senders: ["alerts@aster.test", "nagios@kestrel.test"],
    });
  });

  it("move the days of the dashboard with the time zone", async () => {
    expect((await world.as("maren").patch("/settings", { time_zone: "Pacific/Auckland" })).status).toBe(200);
    const { rows } = await world.pool.query("select organisation_day('2026-11-20T11:30:00Z')::text as day");
    expect(rows[0].day).toBe("2026-11-21");
  });
});

describe("the logo", () => {
  it("is a picture by its bytes, and small", async () => {
    const maren = world.as("maren");
    const svg = `data:image/png;base64,${Buffer.from("<svg onload=alert(1)>").toString("base64")}`;
    for (const data_url of [svg, "data:image/png;base64,", "https://x.test/a.png", "nonsense"])
      expect((await maren.put("/settings/logo", { data_url })).status).toBe(415);
    expect((await maren.put("/settings/logo", { data_url: png(300_000) })).status).toBe(413);
  });

  it("is refused where its bytes do not say how large it is", async () => {
    for (const data_url of [pngOf("", 0), pngOf("", 40), "data:image/jpeg;base64,/9j/"])
      expect((await world.as("maren").put("/settings/logo", { data_url })).status).toBe(415);
  });

  it("is served as what it is, and gone when removed", async () => {
    expect((await world.as().get("/logo")).status).toBe(404);
    const { body } = await world.as("maren").put("/settings/logo", { data_url: png() });
    expect((await config()).logo_url).toBe(body.logo_url);
    const answer = await world.as().get(body.logo_url.replace("/api", ""));
    expect(answer.headers).toMatchObject({
      "content-type": "image/png",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
    });
    expect((await world.as("maren").delete("/settings/logo")).body.logo_url).toBeNull();
    expect((await world.as().get("/logo")).status).toBe(404);
  });
});

describe("what one gets mail about", () => {
  it("is one's own business: everything at first, each switched off alone", async () => {
    expect((await world.as().get("/settings/notifications")).status).toBe(401);
    const tomas = world.as("tomas");
    expect((await tomas.get("/settings/notifications")).body).toEqual({
      reply: true,
      ticket_created: true,
      assigned: true,
      mention: true,
    });
    await tomas.patch("/settings/notifications", { ticket_created: false });
    expect((await tomas.get("/settings/notifications")).body.ticket_created).toBe(false);
    expect((await world.as("priya").get("/settings/notifications")).body.ticket_created).toBe(true);
    expect((await tomas.patch("/settings/notifications", { user_id: world.idOf("priya") })).status).toBe(422);
  });

  it("how long one's answers wait is the staff's own choice", async () => {
    const idris = world.as("idris");
    expect((await world.as("tomas").patch("/settings/notifications", { undo_send_seconds: 5 })).status).toBe(
      422,
    );
    expect((await world.as("tomas").get("/auth/me")).body).not.toHaveProperty("undo_send_seconds");
    expect((await idris.patch("/settings/notifications", { undo_send_seconds: 7 })).status).toBe(422);
    expect((await idris.get("/auth/me")).body.undo_send_seconds).toBe(10);
    expect((await idris.patch("/settings/notifications", { undo_send_seconds: 20 })).body).toMatchObject({
      undo_send_seconds: 20,
      reply: true,
    });
    expect((await idris.get("/auth/me")).body.undo_send_seconds).toBe(20);
    expect((await world.as("lena").get("/settings/notifications")).body.undo_send_seconds).toBe(10);
  });
});
