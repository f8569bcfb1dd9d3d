import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Changes, readChanged } from "./changed-file.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** A fenced block of a page: commands of a shell, statements of SQL, or settings. */
export type Block = { kind: "sh" | "sql" | "ini"; text: string };

/** Reads the blocks of a page of docs/ by the headings that they stand under; each of the changes has to apply. */
export function readGuide(page: string, changes: Changes): Map<string, Block[]> {
  const parts = readChanged(`docs/${page}`, changes).split(/^##+ /m).slice(1);
  return new Map(
    parts.map((part) => {
      const [heading = ""] = part.split("\n", 1);
      const found = part.matchAll(/^```(sh|sql|ini)\n(.*?)^```$/gms);
      return [heading, [...found].map(([, kind = "", words = ""]) => ({ kind: kindOf(kind), text: words }))];
    }),
  );
}

function kindOf(word: string): Block["kind"] {
  return word === "sql" || word === "ini" ? word : "sh";
}

/** Reads `NAME='value'`, as a shell and systemd do. */
export function readSettings(text: string): Record<string, string> {
  const lines = text.split("\n").filter((line) => line.includes("="));
  return Object.fromEntries(
    lines.map((line) => {
      const [, name = "", value = ""] = /^(\w+)='?(.*?)'?$/.exec(line) ?? [];
      return [name, value];
    }),
  );
}

export type Machine = "desk1" | "desk2";
/** Starts, stops or restarts the desk on a machine. */
type Supervise = (verb: string, machine: Machine) => Promise<void>;

/**
 * A shell in which a guide's commands mean what they mean on a machine of its own: `systemctl` calls `supervise`, `npm run`
 * runs this checkout's commands, `ssh` names the machine.
 */
export async function openShell(folder: string, supervise: Supervise) {
  const said: string[] = [];
  const server = createServer((request, response) => {
    const [, verb = "", machine = ""] = (request.url ?? "").split("/");
    supervise(verb, machine === "desk2" ? "desk2" : "desk1").then(
      () => response.end(),
      (error: unknown) => {
        said.push(String(error));
        response.writeHead(500).end();
      },
    );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const bin = join(folder, "bin");
  mkdirSync(bin);
  const commands = {
    systemctl: `exec curl --silent --fail --max-time 300 http://127.0.0.1:${port}/$1/\${MACHINE:-desk1}`,
    ssh: 'MACHINE=$1; export MACHINE; shift; exec "$@"',
    npm: `shift; name=$1; shift; [ "$1" = -- ] && shift; exec ${process.execPath} ${root}scripts/$name.ts "$@"`,
  };
  for (const [name, line] of Object.entries(commands)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${line}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  return {
    /** Runs a block with the settings of a file; answers the seconds that it took. */
    async run(text: string, settings: string): Promise<number> {
      const began = performance.now();
      const child = spawn("bash", ["-ec", `set -a; . ${settings}; set +a\n${text}`], {
        cwd: root,
        env: { PATH: `${bin}:${dirname(process.execPath)}:/usr/bin:/bin`, DEMO: "off", LOG_LEVEL: "error" },
        stdio: ["ignore", "pipe", "pipe"],
      });
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding("utf8").on("data", (words: string) => said.push(words));
      const [status] = await once(child, "close");
      if (status !== 0)
        throw new Error(`a block ended with ${status}:\n${text}\n${said.slice(-20).join("")}`);
      return (performance.now() - began) / 1000;
    },
    close: () => void server.close(),
  };
}
