import { KEPT } from "./kept-name.ts";

const ANSWERS = "answers";
const PERSON = "person";

/** An answer of the server as it was, and when it came, in milliseconds since 1970. */
export type KeptAnswer = {
  /** The query's key as text. */
  hash: string;
  /** Answers of one group go together: a ticket with its conversation. */
  group: string;
  data: unknown;
  fetchedAt: number;
  /** Characters as JSON. */
  size: number;
};
export type KeptPerson = { user: unknown; seenAt: number };

/** Runs the work in one transaction and gives what its last request found; the database is closed afterwards. */
export async function withKept<Found>(
  mode: IDBTransactionMode,
  work: (stores: { answers: IDBObjectStore; person: IDBObjectStore }) => IDBRequest<Found> | void,
): Promise<Found | undefined> {
  const db = await open();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = db.transaction([ANSWERS, PERSON], mode, { durability: "relaxed" });
      const last = work({
        answers: transaction.objectStore(ANSWERS),
        person: transaction.objectStore(PERSON),
      });
      transaction.addEventListener("complete", () => resolve(last ? last.result : undefined));
      transaction.addEventListener("abort", () => reject(transaction.error ?? new Error("aborted")));
    });
  } finally {
    // An open connection would keep a sign-out in another tab from deleting it.
    db.close();
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(KEPT, 1);
    request.addEventListener("upgradeneeded", () => {
      request.result.createObjectStore(ANSWERS, { keyPath: "hash" });
      request.result.createObjectStore(PERSON);
    });
    request.addEventListener("success", () => {
      request.result.addEventListener("versionchange", () => request.result.close());
      resolve(request.result);
    });
    request.addEventListener("error", () => reject(request.error ?? new Error("not opened")));
  });
}
