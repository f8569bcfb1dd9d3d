import { spawnSync } from "node:child_process";
import { describe, expect, it, onTestFinished } from "vitest";
import { makeWorld } from "../../../test/support/app/app-with-people.ts";
import {
  makeImapMailbox,
  startImapDoor,
  stateOf,
  subjectsOf,
} from "../../../test/support/incoming/imap-desk.ts";
import { startImapServer } from "../../../test/support/mail-servers/imap-server.ts";
import { makeMailbox, writeMail } from "../../../test/support/incoming/incoming-mail.ts";
import { newFolder } from "../../../test/support/temporary-folder.ts";

/** A desk on a disk of its own, which is nearly full until it grows; as root alone, since nobody else mounts. */
async function openFullDesk(context: { skip(words: string): void }) {
  const disk = newFolder();
  const mount = (options: string) =>
    spawnSync("mount", ["-t", "tmpfs", "-o", `mode=711,${options}`, "tmpfs", disk]).status === 0;
  if (process.getuid?.() !== 0 || !mount("size=20m")) context.skip("this machine mounts nothing");
  onTestFinished(() => void spawnSync("umount", ["-l", disk]));
  const world = await makeWorld({ DATA_DIR: disk, LOG_LEVEL: "fatal" });
  onTestFinished(() => world.end());
  return { world, grow: () => mount("remount,size=300m") };
}

const isRetry = (milliseconds: number) => milliseconds < 20_000;

describe("while the disk is nearly full", () => {
  it("a mail stays on its server, the position where it was, and comes when there is room", async (context) => {
    const { world, grow } = await openFullDesk(context);
    const server = await startImapServer();
    onTestFinished(() => server.stop());
    const id = await makeImapMailbox(world, server, { first_days: 1 });
    server.deliver(await writeMail({ from: "tomas@kestrel.test", subject: "No room" }), {
      at: world.clock.now(),
    });
    const door = await startImapDoor(world);
    await expect.poll(() => door.pauses.lengths().some(isRetry)).toBe(true);
    expect(await subjectsOf(world, id)).toEqual([]);
    const positions = world.db.selectFrom("mailbox_positions").select("last_uid");
    expect(await positions.execute()).toEqual([{ last_uid: 0 }]);
    // The mailbox itself is well.
    expect((await stateOf(world, id)).state).toBe("connecting");
    expect(server.folder("INBOX").mails[0]?.flags.size).toBe(0);
    grow();
    await door.pauses.elapse(isRetry);
    await expect.poll(() => subjectsOf(world, id)).toEqual(["No room"]);
    expect(await positions.execute()).toEqual([{ last_uid: 1 }]);
  });

  it("the hook asks to come again, and keeps nothing", async (context) => {
    const { world } = await openFullDesk(context);
    const mailbox = await makeMailbox(world);
    const answer = await world.fastify.inject({
      method: "POST",
      url: `/api/mailboxes/${mailbox}/raw`,
      headers: { "content-type": "message/rfc822" },
      payload: await writeMail({ from: "tomas@kestrel.test" }),
    });
    expect([answer.statusCode, answer.json().code]).toEqual([507, "server.disk_nearly_full"]);
    expect(await world.db.selectFrom("incoming_mails").select("id").execute()).toEqual([]);
  });
});
