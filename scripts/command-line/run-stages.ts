import { spawn } from "node:child_process";

/** One thing that must hold: a command that ends with 0 when it does. */
export type Stage = { name: string; command: string[] };

export type Outcome = { name: string; held: boolean; output: string; seconds: number };

/** Runs stages, `atOnce` of them at the same time, and reports each as it ends; only failures show their output. */
export async function runStages(stages: Stage[], atOnce: number): Promise<Outcome[]> {
  const waiting = [...stages];
  const outcomes: Outcome[] = [];
  const worker = async () => {
    for (let stage = waiting.shift(); stage; stage = waiting.shift()) {
      const outcome = await runCommand(stage, () => {});
      printHeading(stage.name);
      if (!outcome.held) process.stdout.write(`${outcome.output.trimEnd()}\n`);
      process.stdout.write(formatVerdict(outcome));
      outcomes.push(outcome);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return outcomes;
}

/** Runs one stage whose output appears as it comes. */
export async function runLiveStage(stage: Stage): Promise<Outcome> {
  printHeading(stage.name);
  const outcome = await runCommand(stage, (part) => process.stdout.write(part), colors());
  process.stdout.write(formatVerdict(outcome));
  return outcome;
}

export function printHeading(name: string) {
  process.stdout.write(`\n=== ${name} ===\n`);
}

export function formatVerdict({ name, held, seconds }: Outcome): string {
  return `${held ? "ok  " : "FAIL"}  ${name.padEnd(28)} ${seconds.toFixed(1)} s\n`;
}

async function runCommand(
  { name, command }: Stage,
  onOutput: (part: string) => void,
  env: Record<string, string> = {},
): Promise<Outcome> {
  const began = performance.now();
  const [program = "", ...parameters] = command;
  const child = spawn(program, parameters, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env },
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
      onOutput(part);
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

/** A runner behind a pipe would otherwise think that nobody sees its colors. */
function colors(): Record<string, string> {
  return process.stdout.isTTY ? { FORCE_COLOR: "1" } : {};
}
