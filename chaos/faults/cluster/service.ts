import { type ChildProcess, spawn } from "node:child_process";
import { openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { endProcess, isListening } from "../../../test/support/processes/child-process.ts";
import { account } from "../../../test/support/database/postgres15-server.ts";

/** A program of the cluster, which runs as nobody and is ended with this process at the latest. */
export type Service = {
  start(): Promise<void>;
  pid(): number;
  runs(): boolean;
  end(signal: NodeJS.Signals): Promise<void>;
};

type Order = {
  folder: string;
  name: string;
  command: string[];
  /** Answers there once it works. */
  port: number;
};

const living = new Set<ChildProcess>();
process.once("exit", () => living.forEach((child) => child.kill("SIGKILL")));

export function makeService({ folder, name, command: [program = "", ...parameters], port }: Order): Service {
  let child: ChildProcess | null = null;
  const runs = () => child !== null && child.exitCode === null && child.signalCode === null;
  const log = join(folder, `${name}.log`);
  return {
    async start() {
      if (runs()) return;
      const output = openSync(log, "a");
      const started = spawn(program, parameters, {
        ...account,
        cwd: folder,
        env: { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", LC_ALL: "C.UTF-8", HOME: folder },
        stdio: ["ignore", output, output],
      });
      child = started;
      living.add(started);
      started.once("exit", () => living.delete(started));
      while (runs() && !(await isListening(port))) await pause(50);
      if (!runs()) throw new Error(`${name} did not start: ${readFileSync(log, "utf8").slice(-2000)}`);
    },
    pid: () => child?.pid ?? 0,
    runs,
    async end(signal) {
      if (child) await endProcess(child, signal);
    },
  };
}
