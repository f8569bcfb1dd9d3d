import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeWorld, type World } from "../../../../test/support/app/app-with-people.ts";
import { makeMailbox, storeRaw, writeMail } from "../../../../test/support/incoming/incoming-mail.ts";
import { newFolder } from "../../../../test/support/temporary-folder.ts";

let world: World;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "waypost-mail-command-"));
  world = await makeWorld({ DATA_DIR: folder });
  await makeMailbox(world);
});
afterAll(async () => {
  await world.end();
  await rm(folder, { recursive: true, force: true });
});

/** The command as the shell runs it, on the world's database. */
async function command(...args: string[]) {
  const { user, password, host, port, database } = world.pool.options;
  const url = `postgres://${user}:${String(password ?? "")}@/${database}?host=${encodeURIComponent(host ?? "")}&port=${port}`;
  const child = spawn(process.execPath, [resolve("scripts/mail.ts"), ...args], {
    env: { ...process.env, NODE_ENV: "test", DATABASE_URL: url, DATA_DIR: folder },
  });
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { output, errors, status: child.exitCode, sum: output.trimEnd().split("\n").at(-1) };
}

const mail = (n: number) => writeMail({ from: "tomas@kestrel.test", subject: `Moved ${n}` });
const unix = (raw: Buffer) => raw.toString("latin1").replaceAll("\r\n", "\n");
const into = ["--mailbox", "help@waypost.test"];

describe("npm run mail", () => {
  it("answers a wrong use with the right one, and 1", async () => {
    for (const args of [[], into, ["x.eml"], ["x.eml", ...into, "--nonsense"]]) {
      const { errors, status } = await command(...args);
      expect([errors.includes("write npm run mail -- PATH..."), status]).toEqual([true, 1]);
    }
    expect((await command("nowhere.eml", ...into)).errors).toContain(
      "There is no file or folder nowhere.eml.",
    );
    const { errors } = await command("x.eml", "--mailbox", "sales@waypost.test");
    expect(errors).toContain("sales@waypost.test is no mailbox: add it under Settings > Mail first.");
  });

  it("stores mails of files, Maildirs and mboxes once, and says how many", async () => {
    const folder = newFolder();
    const maildir = join(folder, "Maildir");
    for (const part of ["cur", "new", "tmp"]) mkdirSync(join(maildir, part), { recursive: true });
    const [one, two, three, four, five] = [
      await mail(1),
      await mail(2),
      await mail(3),
      await mail(4),
      await mail(5),
    ];
    writeFileSync(join(folder, "one.eml"), one);
    writeFileSync(join(maildir, "cur", "1700000000.M1P1.desk:2,S"), unix(two), "latin1");
    writeFileSync(join(maildir, "new", "1700000000.M2P1.desk"), unix(three), "latin1");
    writeFileSync(join(maildir, "tmp", "1700000000.M3P1.desk"), "not whole");
    writeFileSync(
      join(folder, "old.mbox"),
      `From a b\n${unix(four)}\nFrom a b\n${unix(five)}\nFrom a b\n`,
      "latin1",
    );
    writeFileSync(join(folder, "nothing.eml"), "");
    const dry = await command(folder, ...into, "--dry-run");
    expect([dry.sum, dry.status]).toEqual(["stored 5, known 0, refused 2", 0]);
    // By another door, on its way with CR LF: the same mail.
    await storeRaw(world, two);
    const first = await command(folder, ...into);
    expect(first.sum).toBe("stored 4, known 1, refused 2");
    expect(first.output).toContain("nothing.eml: The file is empty");
    expect((await command(folder, ...into)).sum).toBe("stored 0, known 5, refused 2");
    const { doors } = await world.db
      .selectFrom("incoming_deliveries")
      .select((eb) => eb.fn.count("id").filterWhere("door", "=", "shell").as("doors"))
      .executeTakeFirstOrThrow();
    expect(Number(doors)).toBe(11);
  });

  it("reads mails once more and says of each what became of it", async () => {
    const { id } = await storeRaw(world, await writeMail({ from: "tomas@kestrel.test", subject: "Door" }));
    await world.drain();
    const before = await world.db.selectFrom("mails").select("id").execute();
    await world.db
      .updateTable("tickets")
      .set({ issue: "It jams.\n> With every page." })
      .where("subject", "=", "Door")
      .execute();
    const shown = await command("--replay", id);
    expect(shown.output.split("\n")).toEqual([
      `${id}  tomas@kestrel.test  Door`,
      expect.stringMatching(/^ {2}WP-\d+ reads otherwise now$/),
      "    - It jams.",
      "    - > With every page.",
      "    + It jams with every page.",
      "  Nothing was written anew: add --apply for that",
      "done 0, not done 0, same 0, different 1, written anew 0, left 0",
      "",
    ]);
    const written = await command("--replay", "--since", "2000-01-01", "--apply");
    expect(written.sum).toMatch(/^done 0, not done 0, same \d+, different 0, written anew 1, left \d+$/);
    const stranger = await storeRaw(world, await writeMail({ from: "x@nowhere.test" }));
    await world.drain();
    const held = await command("--replay", "held");
    expect(held.output).toContain(`${stranger.id}  x@nowhere.test`);
    expect(held.output).toContain("  held -> not done: unknown_sender");
    expect(await world.db.selectFrom("mails").select("id").execute()).toEqual(before);
  }, 180_000);
});
