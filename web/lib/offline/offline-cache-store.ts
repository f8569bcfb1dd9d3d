import { OFFLINE_DATABASE } from "../browser/browser-storage.ts";

const ANSWERS = "answers";
const PERSON = "person";

/** An answer of the server as it was, and when it came, in milliseconds since 1970. */
export type CachedAnswer = {
  /** The query's key as text. */
  hash: string;
  /** Answers of one group go together: a ticket with its conversation. */
  group: string;
  data: unknown;
  fetchedAt: number;
  /** Characters as JSON; bytes of a file. */
  size: number;
};
export type CachedPerson = { user: unknown; seenAt: number };

type Stores = { answers: IDBObjectStore; person: IDBObjectStore };
const LAST = "last";

/** The person who was signed in here last; undefined without such a database. */
export function readPerson(): Promise<CachedPerson | undefined> {
  return transact("readonly", ({ person }) => person.get(LAST)).catch(() => undefined);
}

/** Stores the person whose answers are cached, in the transaction that stores the answers. */
export function putPerson({ person }: Stores, value: CachedPerson): void {
  person.put(value, LAST);
}

/** The cached answer of a query by its hash; undefined without such a database. */
export function readAnswer(hash: string): Promise<CachedAnswer | undefined> {
  return transact("readonly", ({ answers }) => answers.get(hash)).catch(() => undefined);
}

/** All cached answers. Rejects without such a database. */
export async function readAnswers(): Promise<CachedAnswer[]> {
  return (await transact("readonly", ({ answers }) => answers.getAll())) ?? [];
}

/** Changes both stores in one transaction. */
export async function changeOfflineCache(work: (stores: Stores) => void): Promise<void> {
  await transact("readwrite", work);
}

/** Runs the work in one transaction and gives what its request found; the database is closed afterwards. */
async function transact<Found>(
  mode: IDBTransactionMode,
  work: (stores: Stores) => IDBRequest<Found> | void,
): Promise<Found | undefined> {
  const db = await open();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = db.transaction([ANSWERS, PERSON], mode, { durability: "relaxed" });
      const request = work({
        answers: transaction.objectStore(ANSWERS),
        person: transaction.objectStore(PERSON),
      });
      transaction.addEventListener("complete", () => resolve(request ? request.result : undefined));
      transaction.addEventListener("abort", () => reject(transaction.error ?? new Error("aborted")));
    });
  } finally {
    // An open connection would keep a sign-out in another tab from deleting it.
    db.close();
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(OFFLINE_DATABASE, 1);
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
