import { appendFileSync, closeSync, openSync, readFileSync, writeSync } from "node:fs";

/**
 * What clients asked for and what they were told, line by line in a file that lies outside of whatever is being
 * broken. `ok` must exist afterwards, `fail` must not, `info` (no clear answer) may or may not; nothing exists twice.
 */
export type What = "ticket" | "comment" | "subject";
export type Fate = "invoke" | "ok" | "fail" | "info";
export type Deed = { key: string; what: What; path: string; method: "POST" | "PATCH"; body: unknown };
export type Known = Deed & { fate: Fate };

export type MetricsPanel = { invoke(deed: Deed): void; tell(key: string, fate: Fate): void; close(): void };

export function openLedger(path: string): MetricsPanel {
  const file = openSync(path, "a");
  const write = (line: unknown) => void writeSync(file, `${JSON.stringify(line)}\n`);
  return {
    invoke: (deed) => write({ fate: "invoke", ...deed }),
    tell: (key, fate) => write({ fate, key }),
    close: () => closeSync(file),
  };
}

/** The last word on every deed; one that was never answered stays `info`. */
export function readLedger(path: string): Map<string, Known> {
  const known = new Map<string, Known>();
  for (const line of readFileSync(path, "utf8").split("\n")) {
    if (line === "") continue;
    const said: Known = JSON.parse(line);
    const before = known.get(said.key);
    if (said.fate === "invoke") known.set(said.key, before ?? { ...said, fate: "info" });
    else if (before) known.set(said.key, { ...before, fate: said.fate });
  }
  return known;
}

/** For the negative control: a success that never was. */
export function forge(path: string, deed: Deed): void {
  appendFileSync(
    path,
    `${JSON.stringify({ fate: "invoke", ...deed })}\n${JSON.stringify({ fate: "ok", key: deed.key })}\n`,
  );
}
