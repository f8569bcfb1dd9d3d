import { chmodSync, existsSync, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { spawnApp } from "../test/support/processes/app-for-one-test.ts";
import { newFolder } from "../test/support/temporary-folder.ts";

const onWindows = process.platform === "win32";

test.skipIf(onWindows)(
  "whatever lies below a data directory is its owner's alone, and what was open before is closed",
  { timeout: 120_000 },
  async () => {
    const dataDir = join(newFolder(), "made", "on", "the way");
    const first = await spawnApp({ DATA_DIR: dataDir, DEMO: "on" });
    await first.untilReady();
    await upload(first.address);
    expect(listOpen(dataDir)).toEqual([]);
    expect(readdirSync(join(dataDir, "files")).length).toBeGreaterThan(0);
    for (const name of ["postgres.log", "waypost.lock", "postgres"])
      expect([name, existsSync(join(dataDir, name))]).toEqual([name, true]);
    // PostgreSQL may run as another account, which passes through the directory and does not look around.
    expect(modeOf(dataDir)).toBe(0o711);
    first.child.kill("SIGTERM");
    await first.closed;
    const shelves = readdirSync(join(dataDir, "files")).map((name) => join("files", name));
    for (const name of ["files", ...shelves]) chmodSync(join(dataDir, name), 0o755);
    chmodSync(join(dataDir, "postgres.log"), 0o644);
    const second = await spawnApp({ DATA_DIR: dataDir, DEMO: "on" });
    await second.untilReady();
    expect(listOpen(dataDir)).toEqual([]);
  },
);

async function upload(address: string): Promise<void> {
  const account = { email: "agent@waypost.example", password: "waypost-demo" };
  const headers = { "content-type": "application/json" };
  const signedIn = await fetch(`${address}/api/auth/login`, {
    method: "POST",
    headers,
    body: JSON.stringify(account),
  });
  const { access_token }: { access_token: string } = JSON.parse(await signedIn.text());
  const body = new FormData();
  body.append("file", new Blob(["some notes"], { type: "text/plain" }), "notes.txt");
  const authorization = `Bearer ${access_token}`;
  const stored = await fetch(`${address}/api/uploads`, { method: "POST", headers: { authorization }, body });
  expect(stored.status).toBe(201);
}

const modeOf = (path: string) => lstatSync(path).mode & 0o777;

/** Lists what others than the owner may open, below a folder; what lies in a closed folder counts as well. */
function listOpen(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    // PostgreSQL comes and goes with files of its own, in a folder that it refuses to use if others may open it.
    const within = entry.isDirectory() && entry.name !== "postgres" ? listOpen(path) : [];
    const isOpen = !entry.isSymbolicLink() && !entry.isSocket() && (modeOf(path) & 0o077) !== 0;
    return isOpen ? [`${path} ${modeOf(path).toString(8)}`, ...within] : within;
  });
}
