import type { Updateable } from "kysely";
import { expect, onTestFinished } from "vitest";
import type { RunningApp } from "#server/app.ts";
import type { Tables } from "#server/db/tables.ts";
import { openImapDoor } from "#server/incoming/doors/imap/imap-door.ts";
import { saveMailboxSecret } from "#server/mailboxes/secrets.ts";
import type { World } from "../app/app-with-people.ts";
import { makeMailbox } from "./incoming-mail.ts";
import { makeManualPauses } from "./manual-pauses.ts";

type Server = { port: number; username: string; password: string };
type Fields = Partial<Updateable<Tables["mailboxes"]>>;

/** A mailbox of the desk that lies on a server of the test; paused when the test is over. */
export async function makeImapMailbox(
  world: World,
  { port, username, password }: Server,
  { address = `help${(made += 1)}@waypost.test`, ...fields }: Fields = {},
): Promise<string> {
  const id = await makeMailbox(world, address);
  const { app, db, clock } = world;
  await saveMailboxSecret({ app, db, now: clock.now() }, { mailboxId: id, kind: "password", text: password });
  await changeMailbox(world, id, {
    kind: "imap",
    host: "127.0.0.1",
    port,
    tls: "none",
    username,
    state: "connecting",
    ...fields,
  });
  onTestFinished(() => changeMailbox(world, id, { active: false }));
  return id;
}
let made = 0;

export async function changeMailbox({ db }: World, id: string, fields: Fields): Promise<void> {
  await db
    .updateTable("mailboxes")
    .set(fields)
    .set((eb) => ({ version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .execute();
}

/** The IMAP door of an app, with pauses that the test ends; closed with the test. */
export async function startImapDoor({ app }: Pick<RunningApp, "app">, options: { silence?: number } = {}) {
  const pauses = makeManualPauses();
  const door = openImapDoor(app, { pauses, ...options });
  await door.start();
  onTestFinished(() => door.stop());
  return { ...door, pauses };
}

/** What a mailbox's row says about it. */
export function stateOf({ db }: World, id: string) {
  return db
    .selectFrom("mailboxes")
    .select(["state", "last_error", "state_since"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}

/** The subjects of the mails that a mailbox brought, oldest first. */
export async function subjectsOf({ db }: World, id: string): Promise<string[]> {
  const rows = await db
    .selectFrom("incoming_mails")
    .select("subject")
    .where("mailbox_id", "=", id)
    .orderBy("position")
    .execute();
  return rows.map(({ subject }) => subject);
}

export const untilState = (world: World, id: string, state: string) =>
  expect.poll(async () => (await stateOf(world, id)).state).toBe(state);
