import { appendFileSync, closeSync, openSync, readFileSync, writeSync } from "node:fs";

/**
 * A file with each request of the clients and its answer, one JSON object a line, outside of what is being broken.
 * `ok` must exist afterwards, `fail` must not, `info` (no clear answer) may or may not; nothing exists twice.
 */
export type OperationKind = "ticket" | "comment" | "subject";
export type OperationResult = "invoke" | "ok" | "fail" | "info";
export type Operation = {
  key: string;
  what: OperationKind;
  path: string;
  method: "POST" | "PATCH";
  body: unknown;
};
export type RecordedOperation = Operation & { result: OperationResult };

export type Ledger = {
  invoke(operation: Operation): void;
  complete(key: string, result: OperationResult): void;
  close(): void;
};

export function openLedger(path: string): Ledger {
  const file = openSync(path, "a");
  const write = (line: unknown) => void writeSync(file, `${JSON.stringify(line)}\n`);
  return {
    invoke: (operation) => write({ result: "invoke", ...operation }),
    complete: (key, result) => write({ result, key }),
    close: () => closeSync(file),
  };
}

/** The last result of every operation; one that was never answered stays `info`. */
export function readLedger(path: string): Map<string, RecordedOperation> {
  const known = new Map<string, RecordedOperation>();
  for (const line of readFileSync(path, "utf8").split("\n")) {
    if (line === "") continue;
    const said: RecordedOperation = JSON.parse(line);
    const before = known.get(said.key);
    if (said.result === "invoke") known.set(said.key, before ?? { ...said, result: "info" });
    else if (before) known.set(said.key, { ...before, result: said.result });
  }
  return known;
}

/** Writes down a success that never was, for the negative control. */
export function forgeSuccess(path: string, operation: Operation): void {
  appendFileSync(
    path,
    `${JSON.stringify({ result: "invoke", ...operation })}\n${JSON.stringify({ result: "ok", key: operation.key })}\n`,
  );
}
