import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeWorld, type World } from "../../test/support/app/app-with-people.ts";
import { openSealingKey } from "#server/lib/crypto/sealing-key.ts";
import { findMailboxByAddress, findMailboxForTicket } from "./read.ts";
import { readMailboxSecret } from "./secrets.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());

let made = 0;
const newAddress = () => `desk-${(made += 1)}@waypost.test`;
const listener = (more: object = {}) => ({ kind: "listen", address: newAddress(), ...more });
const imap = (more: object = {}) => ({
  kind: "imap",
  address: newAddress(),
  host: "imap.waypost.test",
  username: "help",
  password: "a quiet printer",
  ...more,
});
const maren = () => world.as("maren");
const add = async (body: object) => (await maren().post("/mailboxes", body)).body;
const change = (id: string, body: object) => maren().patch(`/mailboxes/${id}`, body);
const fields = ({ body }: { body: { errors?: { path: string; message: string }[] } }) =>
  Object.fromEntries((body.errors ?? []).map(({ path, message }) => [path, message]));
const faultsOf = async (body: object) => fields(await maren().post("/mailboxes", body));
const idByAddress = async (text: string) => (await findMailboxByAddress(world.db, text))?.id ?? null;
const idForTicket = async (mailbox_id: string | null, group_id: string | null) =>
  (await findMailboxForTicket(world.db, { mailbox_id, group_id }))?.id;

describe("who may", () => {
  it("look after mailboxes is for administrators; those who decide on held mail see names and states", async () => {
    const { id } = await add(imap());
    for (const name of ["rafael", "lena"] as const) {
      const list = await world.as(name).get("/mailboxes");
      expect(list.status).toBe(200);
      expect(JSON.stringify(list.body)).not.toContain("imap.waypost.test");
    }
    for (const name of ["idris", "priya", "tomas", "nobody"] as const)
      expect((await world.as(name).get("/mailboxes")).status).toBe(403);
    for (const name of ["rafael", "lena", "idris", "priya", "tomas"] as const) {
      const caller = world.as(name);
      expect((await caller.get(`/mailboxes/${id}`)).status).toBe(403);
      expect((await caller.post("/mailboxes", listener())).status).toBe(403);
      expect((await caller.patch(`/mailboxes/${id}`, { confirms: false })).status).toBe(403);
      expect((await caller.post(`/mailboxes/${id}/pause`)).status).toBe(403);
      expect((await caller.post(`/mailboxes/${id}/hook-secret`)).status).toBe(403);
      expect((await caller.post("/mailboxes/check", imap())).status).toBe(403);
      expect((await caller.delete(`/mailboxes/${id}`)).status).toBe(403);
    }
    expect((await world.as().get("/mailboxes")).status).toBe(401);
  });
});

describe("adding a mailbox", () => {
  it("asks for what its kind needs, field by field", async () => {
    expect(await faultsOf({ kind: "imap", address: "x" })).toEqual({ address: "Invalid email address" });
    expect(await faultsOf({ kind: "imap", address: "help+x@waypost.test" })).toMatchObject({
      address: "Leave out the plus sign and what follows it",
    });
    expect(await faultsOf({ kind: "imap", address: newAddress() })).toEqual({
      host: "Server is required",
      username: "User name is required",
      password: "Password is required",
    });
    expect(await faultsOf({ kind: "microsoft", address: newAddress() })).toEqual({
      oauth_tenant: "Tenant ID is required",
      oauth_client: "Client ID is required",
      client_secret: "Client secret is required",
    });
    expect(await faultsOf({ kind: "gmail", address: newAddress() })).toEqual({
      oauth_client: "Client ID is required",
      client_secret: "Client secret is required",
      refresh_token: "Refresh token is required",
    });
    expect(await faultsOf(imap({ tls: "none" }))).toEqual({
      tls: "Without encryption only this machine itself is connected to",
    });
    expect(await faultsOf(imap({ after_storing: "move" }))).toEqual({
      move_to: "Choose the folder that mails are moved to",
    });
    expect(await faultsOf(imap({ after_storing: "move", move_to: "INBOX" }))).toEqual({
      move_to: "Choose another folder than the one that is read",
    });
    expect(await faultsOf(imap({ first_days: 91, port: 70_000, host: "https://imap" }))).toEqual({
      first_days: "Choose 0 to 90 days",
      port: "The port is a number from 1 to 65535",
      host: "The server is a name such as imap.example.com, or an address",
    });
    expect(await faultsOf(imap({ oauth_tenant: "../../evil" }))).toHaveProperty("oauth_tenant");
    expect(await faultsOf(imap({ group_id: world.idOf("idris") }))).toHaveProperty("group_id");
    expect(await faultsOf(imap({ company_id: world.companies.internal }))).toHaveProperty("company_id");
  });

  it("takes no address twice, whatever its case, and none that somebody signs in with", async () => {
    const address = newAddress();
    await add(listener({ address }));
    const again = await maren().post("/mailboxes", listener({ address: address.toUpperCase() }));
    expect([again.status, again.body.detail]).toEqual([409, "This address is a mailbox already"]);
    const persons = await maren().post("/mailboxes", listener({ address: "Idris@waypost.test" }));
    expect([persons.status, persons.body.code]).toEqual([409, "mailbox.address_of_person"]);
  });

  it("makes the first one the default, and its principal with it", async () => {
    const other = await makeWorld();
    try {
      const caller = other.as("maren");
      const bodies = [0, 1, 2].map(() => listener());
      const answers = await Promise.all(bodies.map((body) => caller.post("/mailboxes", body)));
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
      const defaults = answers.filter(({ body }) => body.is_default);
      expect(defaults).toHaveLength(1);
      const { id } = defaults[0]?.body ?? {};
      const principal = () =>
        other.db.selectFrom("principals").selectAll().where("id", "=", id).executeTakeFirst();
      expect(await principal()).toMatchObject({ kind: "mailbox", name: defaults[0]?.body.address });
      await caller.patch(`/mailboxes/${id}`, { name: "Front desk" });
      expect(await principal()).toMatchObject({ name: "Front desk" });
    } finally {
      await other.end();
    }
  });

  it("keeps of a kind what belongs to it, with the usual ports", async () => {
    expect(await add(imap())).toMatchObject({ port: 993, tls: "implicit", folder: "INBOX" });
    expect(await add(imap({ tls: "starttls" }))).toMatchObject({ port: 143 });
    expect(
      await add(listener({ host: "imap.waypost.test", trust_tenant: true, password: "x" })),
    ).toMatchObject({
      host: null,
      trust_tenant: false,
      has_password: false,
      state: "connecting",
    });
  });
});

describe("changing a mailbox", () => {
  it("refuses a version that has passed, and counts only what changes", async () => {
    const { id, version } = await add(listener());
    expect((await change(id, { signature: "Kind regards", base_version: version })).body).toMatchObject({
      signature: "Kind regards",
      version: version + 1,
    });
    const late = await change(id, { signature: "Yours", base_version: version });
    expect([late.status, late.body.code]).toEqual([409, "request.changed_meanwhile"]);
    expect((await change(id, { signature: "Kind regards" })).body.version).toBe(version + 1);
    expect((await change("5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f", {})).status).toBe(404);
  });

  it("sends a kept password to no other server and with no other name", async () => {
    const { id } = await add(imap());
    for (const elsewhere of [{ host: "imap.evil.test" }, { port: 1430 }, { username: "root" }]) {
      const refused = await change(id, elsewhere);
      expect(refused.status).toBe(422);
      expect(fields(refused)).toHaveProperty("password");
    }
    expect((await change(id, { host: "imap2.waypost.test", password: "typed again" })).status).toBe(200);
    const sends = { smtp_host: "smtp.waypost.test", smtp_username: "help", smtp_password: "out" };
    expect((await change(id, sends)).body).toMatchObject({ has_smtp_password: true, smtp_port: 587 });
    expect(fields(await change(id, { smtp_host: "smtp.evil.test" }))).toHaveProperty("smtp_password");
    expect((await change(id, { smtp_host: null })).body).toMatchObject({ has_smtp_password: false });
  });

  it("forgets the secrets of another kind", async () => {
    const { id } = await add(imap());
    const body = { kind: "gmail", oauth_client: "me", client_secret: "s", refresh_token: "r" };
    expect((await change(id, body)).body).toMatchObject({
      has_password: false,
      has_client_secret: true,
      has_refresh_token: true,
      host: null,
    });
    expect((await change(id, { kind: "listen" })).body).toMatchObject({ has_client_secret: false });
  });

  it("moves the default, which cannot be deleted; another one can, and leaves its address free", async () => {
    const { body } = await maren().get("/mailboxes");
    const before = body.items.find((mailbox: { is_default: boolean }) => mailbox.is_default);
    const kept = await maren().delete(`/mailboxes/${before.id}`);
    expect([kept.status, kept.body.detail]).toEqual([409, "The default mailbox cannot be deleted"]);
    const next = await add(imap());
    expect((await change(next.id, { is_default: true })).body.is_default).toBe(true);
    expect((await maren().get(`/mailboxes/${before.id}`)).body.is_default).toBe(false);
    expect((await maren().delete(`/mailboxes/${before.id}`)).status).toBe(204);
    expect((await maren().get(`/mailboxes/${before.id}`)).status).toBe(404);
    expect((await maren().post("/mailboxes", listener({ address: before.address }))).status).toBe(201);
    const secrets = world.db.selectFrom("mailbox_secrets").select("kind").where("mailbox_id", "=", before.id);
    expect(await secrets.execute()).toEqual([]);
  });

  it("pauses and resumes", async () => {
    const { id } = await add(listener());
    expect((await maren().post(`/mailboxes/${id}/pause`)).body).toMatchObject({
      active: false,
      state: "paused",
    });
    expect((await maren().post(`/mailboxes/${id}/pause`)).body.state).toBe("paused");
    expect((await maren().post(`/mailboxes/${id}/resume`)).body).toMatchObject({
      active: true,
      state: "connecting",
    });
  });
});

describe("the mailbox of an address and of a ticket", () => {
  it("is found with any case and any plus-address, and not once it is deleted", async () => {
    const { id, address } = await add(listener());
    expect(await idByAddress(address.toUpperCase())).toBe(id);
    expect(await idByAddress(address.replace("@", "+1042.9f2c01ab@"))).toBe(id);
    expect(await idByAddress(address.replace("@", "+a+b@"))).toBe(id);
    expect(await idByAddress(`x${address}`)).toBeNull();
    await maren().delete(`/mailboxes/${id}`);
    expect(await idByAddress(address)).toBeNull();
  });

  it("is the one that it came by, else its team's, else the default", async () => {
    const team = (await maren().post("/groups", { name: "Network" })).body.id;
    const [came, teams] = [await add(listener()), await add(listener({ group_id: team }))];
    const { body } = await maren().get("/mailboxes");
    const usual = body.items[0].id;
    expect(await idForTicket(came.id, team)).toBe(came.id);
    expect(await idForTicket(null, team)).toBe(teams.id);
    expect(await idForTicket(null, null)).toBe(usual);
    await maren().delete(`/mailboxes/${came.id}`);
    expect(await idForTicket(came.id, team)).toBe(teams.id);
    expect(await idForTicket(came.id, null)).toBe(usual);
  });
});

describe("secrets", () => {
  const SECRETS = {
    password: "canary-password",
    client_secret: "canary-client-secret",
    refresh_token: "canary-refresh-token",
    smtp_password: "canary-smtp-password",
  };

  it("are in no answer and in no row but the sealed one", async () => {
    const sends = {
      smtp_host: "smtp.waypost.test",
      smtp_username: "help",
      smtp_password: SECRETS.smtp_password,
    };
    const first = await maren().post("/mailboxes", imap({ ...sends, password: SECRETS.password }), {
      "idempotency-key": "canary",
    });
    const { id } = first.body;
    const changed = await change(id, {
      kind: "gmail",
      oauth_client: "me",
      client_secret: SECRETS.client_secret,
      refresh_token: SECRETS.refresh_token,
    });
    const hook = await maren().post(`/mailboxes/${id}/hook-secret`, {}, { "idempotency-key": "hook" });
    expect(hook.body.secret).toHaveLength(43);
    const canaries = [...Object.values(SECRETS), hook.body.secret];
    const answers = [first, changed, await maren().get(`/mailboxes/${id}`), await maren().get("/audit")];
    for (const canary of canaries) {
      for (const answer of answers) expect(answer.text).not.toContain(canary);
      expect(await tablesWith(canary)).toEqual([]);
    }
    expect(await readMailboxSecret(world.app, id, "smtp")).toBe(SECRETS.smtp_password);
    const events = (await maren().get("/audit", { entity_id: id })).body.items;
    expect(events.map(({ kind }: { kind: string }) => kind)).toContain("mailbox.created");
    expect(JSON.stringify(events)).toContain('"secrets":["client_secret","refresh_token"]');
  });

  it("are refused where instances share a database and SECRET_KEY is not set, and nothing is half made", async () => {
    const before = world.app.sealingKey;
    world.app.sealingKey = openSealingKey({ secretKey: null, databaseUrl: "postgres://u@h/d", dataDir: "" });
    try {
      const body = imap();
      const refused = await maren().post("/mailboxes", body);
      expect([refused.status, refused.body.detail]).toEqual([
        409,
        "Set SECRET_KEY before a password is kept",
      ]);
      expect(await findMailboxByAddress(world.db, body.address)).toBeNull();
      expect((await maren().post("/mailboxes", listener())).status).toBe(201);
    } finally {
      world.app.sealingKey = before;
    }
  });
});

/** The tables with a row that holds a text. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows } = await world.pool.query<{ table: string; found: boolean }>(
    `select table_name as table, (xpath('/row/c/text()', query_to_xml(format(
        'select count(*) as c from %I.%I as t where t::text like %L', table_schema, table_name, $1::text),
      false, true, '')))[1]::text <> '0' as found
     from information_schema.tables where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`,
    [`%${text}%`],
  );
  return rows.filter(({ found }) => found).map(({ table }) => table);
}
