import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { fillExample } from "../chaos/faults/changed-file.ts";
import { newFolder } from "./support/temporary-folder.ts";
import { freePort } from "./support/processes/spawn-app.ts";

const root = fileURLToPath(new URL("../", import.meta.url)).replace(/\/$/, "");
const verifier = "/usr/bin/systemd-analyze";
const hasVerifier = spawnSync(verifier, ["--version"]).status === 0;

describe("The unit of ops/, where its paths are those of this machine,", () => {
  it.skipIf(!hasVerifier)("is one that systemd has nothing to say about", () => {
    const { file } = fillUnit();
    const { status, stdout, stderr } = spawnSync(verifier, ["verify", file], { encoding: "utf8" });
    expect(`${stdout}${stderr}`).toBe("");
    expect(status).toBe(0);
  });

  it.skipIf(!hasVerifier)("is found out by systemd where a setting of it is misspelled", () => {
    const { file } = fillUnit([["PrivateTmp=", "PrivatTmp="]]);
    expect(spawnSync(verifier, ["verify", file], { encoding: "utf8" }).stderr).toContain("PrivatTmp");
  });

  it("starts a desk that makes its database, answers, and ends within the time that it grants", async () => {
    const unit = fillUnit();
    const port = await freePort();
    // The settings of docs/operations/install.md.
    const address = "PUBLIC_URL=https://desk.example.com";
    writeFileSync(unit.settings, `PORT=${port}\n${address}\nTRUSTED_PROXIES=127.0.0.1\nDEMO=off\n`);
    const app = startUnit(unit);
    try {
      await app.ready;
      const ready = await fetch(`http://127.0.0.1:${port}/readyz`);
      expect(ready.status).toBe(200);
      expect(statSync(unit.state).mode & 0o777).toBe(Number.parseInt(unit.one("StateDirectoryMode"), 8));
      expect(statSync(join(unit.state, "postgres")).isDirectory()).toBe(true);
    } finally {
      // systemd's own word where the unit names none.
      app.child.kill(unit.signal);
    }
    const began = performance.now();
    expect(await app.ended).toBe(0);
    expect(performance.now() - began).toBeLessThan(Number(unit.one("TimeoutStopSec")) * 1000);
    expect(unit.one("Restart")).toBe("always");
  });
});

type Unit = ReturnType<typeof fillUnit>;

/** The unit with other paths; each of them has to be in it. */
function fillUnit(further: readonly (readonly [string, string])[] = []) {
  const folder = newFolder();
  const [state, cache, settings] = ["state", "cache", "waypost.env"].map((each) => join(folder, each));
  if (!state || !cache || !settings) throw new Error("three paths");
  const text = fillExample("waypost.service", [
    ["/opt/waypost", root],
    ["/var/lib/waypost", state],
    ["/var/cache/waypost", cache],
    ["/etc/waypost.env", settings],
    ...further,
  ]);
  const file = join(folder, "waypost.service");
  writeFileSync(file, text);
  writeFileSync(settings, "");
  const all = readSection(text, "Service");
  const one = (key: string): string => {
    const value = all.findLast(([name]) => name === key)?.[1];
    if (value === undefined) throw new Error(`the unit has no ${key}`);
    return value;
  };
  const signal = all.some(([name]) => name === "KillSignal") ? one("KillSignal") : "SIGTERM";
  return { file, state, cache, settings, all, one, signal: signal as NodeJS.Signals };
}

/** The settings of a section in their order; systemd lets one stand several times. */
function readSection(text: string, section: string): [string, string][] {
  const [, after = ""] = text.split(`[${section}]\n`);
  const [lines = ""] = after.split(/^\[/m);
  return [...lines.matchAll(/^(\w+)=(.*)$/gm)].map(([, key = "", value = ""]) => [key, value]);
}

/** What systemd does at a start, but for the account and the walls: folders, umask, environment, command. */
function startUnit(unit: Unit): { child: ChildProcess; ready: Promise<void>; ended: Promise<number | null> } {
  mkdirSync(unit.state);
  spawnSync("chmod", [unit.one("StateDirectoryMode"), unit.state]);
  mkdirSync(unit.cache, { mode: 0o755 });
  const files = unit.all.filter(([key]) => key === "EnvironmentFile");
  const words = unit.all.filter(([key]) => key === "Environment").flatMap(([, value]) => value.split(" "));
  const script = [
    `umask ${unit.one("UMask")}`,
    // As systemd has it: what stands in the file wins over what stands in the unit.
    ...words.map((each) => `export '${each}'`),
    ...files.map(([, path]) => `set -a; . '${path}'; set +a`),
    `exec ${unit.one("ExecStart")}`,
  ];
  const child = spawn("/bin/sh", ["-ec", script.join("\n")], {
    cwd: unit.one("WorkingDirectory"),
    env: { PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin", LANG: "C.UTF-8" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  process.once("exit", () => child.kill("SIGKILL"));
  let said = "";
  const ended = once(child, "close").then(([status]): number | null => status);
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        said += text;
        if (said.includes("is ready")) resolve();
      });
    ended.then((status) => reject(new Error(`the app ended with ${status}: ${said}`)), reject);
  });
  return { child, ready, ended };
}
