import { spawn } from "node:child_process";

/** One thing that must hold: a command that ends with 0 when it does. */
export type Step = { name: string; command: string[] };

export type Outcome = { name: string; held: boolean; output: string; seconds: number };

/** Runs steps, `atOnce` of them at the same time, and prints one line for each as it ends; failures show their words. */
export async function runSteps(steps: Step[], atOnce: number): Promise<Outcome[]> {
  const waiting = [...steps];
  const outcomes: Outcome[] = [];
  const worker = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const outcome = await runStep(step);
      tell(outcome);
      outcomes.push(outcome);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return outcomes;
}

/** Runs one step; with `live` its words appear as they come and are kept as well. */
export async function runStep({ name, command }: Step, live = false): Promise<Outcome> {
  const began = performance.now();
  const [program = "", ...parameters] = command;
  const child = spawn(program, parameters, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...colors(live) },
  });
  let interrupted = false;
  const pass = () => {
    interrupted = true;
    child.kill("SIGTERM");
  };
  process.once("SIGTERM", pass).once("SIGINT", pass);
  const parts: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (part: string) => {
      parts.push(part);
      if (live) process.stdout.write(part);
    });
  }
  const status = await new Promise<number | null>((resolve) => {
    child.once("error", (error) => {
      parts.push(String(error));
      resolve(1);
    });
    child.once("close", resolve);
  });
  process.off("SIGTERM", pass).off("SIGINT", pass);
  if (interrupted) process.exit(130);
  return { name, held: status === 0, output: parts.join(""), seconds: (performance.now() - began) / 1000 };
}

function tell({ name, held, output, seconds }: Outcome) {
  process.stdout.write(`${held ? "ok  " : "FAIL"}  ${name.padEnd(28)} ${seconds.toFixed(1)} s\n`);
  if (!held) process.stdout.write(`${output.trimEnd()}\n`);
}

/** A runner behind a pipe would otherwise think that nobody sees its colors. */
function colors(live: boolean): Record<string, string> {
  return live && process.stdout.isTTY ? { FORCE_COLOR: "1" } : {};
}
