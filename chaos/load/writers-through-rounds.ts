import { join } from "node:path";
import { openLedger, readLedger } from "./ledger.ts";
import { type Person } from "../../test/support/app/signed-in-people.ts";
import type { Settings } from "../scenario.ts";
import { type Load, settle, work } from "./write-and-record.ts";

/** People at work on one desk through many rounds, with one ledger. */
export function makeConcurrentWriters({ folder, dice }: Pick<Settings, "folder" | "dice">, name: string) {
  const path = join(folder, `${name}.ledger`);
  const ledger = openLedger(path);
  const anomalies: string[] = [];
  const statuses = new Map<number, number>();
  const settled = new Set<string>();
  const loadOf = (address: string, round: string, signal: AbortSignal): Load => ({
    address,
    ledger,
    dice,
    anomalies,
    statuses,
    round,
    signal,
  });
  return {
    ledger,
    anomalies,
    statuses,
    path,
    /** Keeps people busy until `stop` is called; the promise is that of their last answers. */
    begin(address: string, round: string, people: Person[]) {
      const stopping = new AbortController();
      const done = work(loadOf(address, round, stopping.signal), people);
      return {
        stop: async () => {
          stopping.abort();
          await done;
        },
      };
    },
    /** Repeats operations without a clear answer; each only once, so that rounds do not pile up. */
    async settle(address: string, people: Person[]) {
      const open = [...readLedger(path).values()].filter(
        ({ result, key }) => result === "info" && !settled.has(key),
      );
      for (const { key } of open) settled.add(key);
      const [person] = people;
      const signal = new AbortController().signal;
      // The first asker repeats each operation: keys belong to a person.
      for (const operation of open) {
        const asker = people[Number(operation.key.split("-").at(-2))] ?? person;
        if (asker) await settle(loadOf(address, "again", signal), asker, [operation]);
      }
    },
    known: () => readLedger(path),
  };
}
