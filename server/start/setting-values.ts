import { StartError } from "./start-error.ts";

/** A setting that stops the start; the message is one sentence for a person. */
export class ConfigError extends StartError {
  override name = "ConfigError";
}

export function parseUrl(value: string): URL | null {
  return URL.canParse(value) ? new URL(value) : null;
}
