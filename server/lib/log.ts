import { pino, type Logger } from "pino";
import type { Config } from "#server/config.ts";

/** One line of JSON an event, onto the standard output; what people wrote and what opens doors is never in it. */
export function makeLog({ logLevel }: Pick<Config, "logLevel">): Logger {
  return pino({ level: logLevel, redact: ["req.headers", "body"] });
}
