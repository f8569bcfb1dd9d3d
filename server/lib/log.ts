import { pino, type Logger } from "pino";
import type { Config } from "#server/config.ts";

/**
 * Makes the log: one line of JSON an event, on the standard output, without texts that people wrote and without
 * secrets.
 */
export function makeLog(
  { logLevel }: Pick<Config, "logLevel">,
  output: { write(line: string): void } = pino.destination(1),
): Logger {
  return pino(
    { level: logLevel, redact: ["req.headers", "body"], serializers: { err: describeError } },
    output,
  );
}

/**
 * An error as a log or the queue may keep it: kind, codes and stack. The database's own sentences quote the values of
 * rows and requests, so of its errors only the names of things stay.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const isDatabase = "severity" in error && "code" in error;
  return {
    type: error.constructor.name,
    ...pick(error, isDatabase ? ["code", "constraint", "table", "column", "routine"] : ["code"]),
    ...(isDatabase ? {} : { message: error.message }),
    stack: framesOf(error),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}

/** The frames alone: a stack begins with the message. */
function framesOf({ stack = "" }: Error): string {
  return stack
    .split("\n")
    .filter((line) => /^\s+at /.test(line))
    .join("\n");
}

function pick(error: object, names: string[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(error).filter(([name, value]) => names.includes(name) && value !== undefined),
  );
}
