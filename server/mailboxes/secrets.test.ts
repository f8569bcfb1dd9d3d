import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeWorld, type World } from "../../test/support/app/app-with-people.ts";
import { openSealingKey } from "#server/lib/crypto/sealing-key.ts";
import { forgetMailboxSecrets, readMailboxSecret, saveMailboxSecret } from "./secrets.ts";

let world: World;
let mailboxId: string;
beforeAll(async () => {
  world = await makeWorld();
  const principal = await world.db
    .insertInto("principals")
    .values({ kind: "mailbox", name: "Help" })
    .returning("id")
    .executeTakeFirstOrThrow();
  mailboxId = principal.id;
  await world.db
    .insertInto("mailboxes")
    .values({
      id: mailboxId,
      address: "help@waypost.test",
      name: "Help",
      kind: "imap",
      state_since: world.clock.now(),
      created_at: world.clock.now(),
    })
    .execute();
});
afterAll(() => world.end());

const ctx = () => ({ app: world.app, db: world.db, now: world.clock.now() });
const save = (text: string) => saveMailboxSecret(ctx(), { mailboxId, kind: "password", text });
const read = (kind: "password" | "smtp" = "password") => readMailboxSecret(world.app, mailboxId, kind);

describe("a secret of a mailbox", () => {
  it("is read as it was saved last, and is null before", async () => {
    expect(await read()).toBeNull();
    await save("first");
    await save("zweites Passwort: ß");
    expect(await read()).toBe("zweites Passwort: ß");
    expect(await read("smtp")).toBeNull();
  });

  it("opens in its own row alone", async () => {
    await save("mine");
    await world.db.updateTable("mailbox_secrets").set({ kind: "smtp" }).execute();
    expect(await read("smtp")).toBeNull();
    await forgetMailboxSecrets(world.db, mailboxId);
  });

  it("is null once the key is another one", async () => {
    await save("before the move");
    const sealingKey = openSealingKey({ secretKey: Buffer.alloc(32, 1), databaseUrl: null, dataDir: "" });
    expect(await readMailboxSecret({ db: world.db, sealingKey }, mailboxId, "password")).toBeNull();
  });

  it("is not kept where instances share a database and SECRET_KEY is not set", async () => {
    const sealingKey = openSealingKey({ secretKey: null, databaseUrl: "postgres://u@h/d", dataDir: "" });
    const app = { ...world.app, sealingKey };
    await expect(
      saveMailboxSecret({ ...ctx(), app }, { mailboxId, kind: "smtp", text: "never" }),
    ).rejects.toMatchObject({ status: 409, message: "Set SECRET_KEY before a password is kept" });
  });
});
