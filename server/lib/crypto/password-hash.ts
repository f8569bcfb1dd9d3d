import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { busy } from "../guard/load-shedding.ts";

const derive = promisify(argon2);

/** The cost of argon2id: 19 MiB, two passes, one lane (rule 544). */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
/** Hashes computed at the same time: each takes 19 MiB and a core, so more would only queue inside the machine. */
const PARALLEL = 2;
/** About a second's work of one caller; more are refused (503), rather than waiting half a minute. */
const MAX_WAITING = 40;
/** Waiting computations of all callers together: the longest that anybody waits is ten seconds. */
const MAX_WAITING_IN_ALL = 800;

/** Hashes with argon2id, in PHC form: $argon2id$v=19$m=..,t=..,p=..$salt$hash. Refuses 503 when too many wait. */
export async function hashPassword(password: string): Promise<string> {
  return encodeHash(password, { cost: COST, salt: randomBytes(16) });
}

/** Hashes with the salt and cost of a stored hash: equal secrets then have equal hashes. */
export async function hashWithSaltOf(secret: string, stored: string): Promise<string> {
  return encodeHash(secret, parseHash(stored));
}

/**
 * Verifies a password. Callers, such as networks, take turns, so that one that asks often delays the others by one hash at
 * a time. Takes as long without a stored hash (null) as with one, so that time reveals nothing.
 */
export async function verifyPassword(password: string, stored: string | null, caller = ""): Promise<boolean> {
  const parsed = parseHash(stored ?? (await hashDecoy()));
  const hash = await runInTurn(caller, () =>
    derive("argon2id", { ...parsed.cost, message: password, nonce: parsed.salt }),
  );
  return timingSafeEqual(hash, parsed.hash) && stored !== null;
}

async function encodeHash(
  message: string,
  { cost, salt }: { cost: typeof COST; salt: Buffer },
): Promise<string> {
  const hash = await runInTurn("", () => derive("argon2id", { ...cost, message, nonce: salt }));
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(salt)}$${encode(hash)}`;
}

/** Hash of a random password, compared where there is none. */
let decoy: Promise<string> | undefined;

function hashDecoy(): Promise<string> {
  decoy ??= hashPassword(randomBytes(16).toString("hex")).catch((error: unknown) => {
    decoy = undefined;
    throw error;
  });
  return decoy;
}

function parseHash(stored: string) {
  const [, , , cost = "", salt = "", hash = ""] = stored.split("$");
  const [memory, passes, parallelism] = cost.split(",").map((part) => Number(part.slice(2)));
  const bytes = Buffer.from(hash, "base64");
  return {
    cost: {
      memory: memory ?? 0,
      passes: passes ?? 0,
      parallelism: parallelism ?? 1,
      tagLength: bytes.length,
    },
    salt: Buffer.from(salt, "base64"),
    hash: bytes,
  };
}

const encode = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64").replaceAll("=", "");

let running = 0;
let waitingInAll = 0;
/** Waiting computations by caller: the first caller has its next turn, and goes behind all others after it. */
const waiting = new Map<string, (() => void)[]>();

async function runInTurn<T>(caller: string, work: () => Promise<T>): Promise<T> {
  if (running >= PARALLEL) await waitForTurn(caller);
  else running += 1;
  try {
    return await work();
  } finally {
    const next = takeNext();
    if (next) next();
    else running -= 1;
  }
}

async function waitForTurn(caller: string): Promise<void> {
  const queue = waiting.get(caller) ?? [];
  if (queue.length >= MAX_WAITING || waitingInAll >= MAX_WAITING_IN_ALL) throw busy();
  waiting.set(caller, queue);
  waitingInAll += 1;
  await new Promise<void>((go) => queue.push(go));
}

function takeNext(): (() => void) | undefined {
  const [first] = waiting;
  if (!first) return undefined;
  const [caller, queue] = first;
  const next = queue.shift();
  waiting.delete(caller);
  if (queue.length > 0) waiting.set(caller, queue);
  waitingInAll -= 1;
  return next;
}
