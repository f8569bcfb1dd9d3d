import type { Readable } from "node:stream";

/** A file received whole, and not part of the store yet. */
export type Received = {
  /** SHA-256: the name under which the store keeps them. */
  hash: Buffer;
  bytes: number;
  /** The first bytes, at most 64 KB, to detect the type. */
  head: Buffer;
  /**
   * Does ahead what takes its time, so that a transaction does not wait for a store elsewhere. `keep` does what was not
   * prepared.
   */
  prepare(): Promise<void>;
  /**
   * Makes the file part of the store, and returns when the store holds it whole; the same bytes are stored once. Repeated
   * with a transaction that is tried again.
   */
  keep(): Promise<void>;
  /** Lets go of what is on this machine because of it; what was kept stays. To be called in any case. */
  drop(): Promise<void>;
};

/** Bytes of the store. The stream fails before its end where they are not those of the hash. */
export type StoredFile = { bytes: number; stream: Readable };

/** Stores files by the hash of their content. Every function may throw `FilesAway` where the store is elsewhere. */
export type FileStore = {
  /** Receives a stream of bytes. One that breaks off leaves nothing behind. */
  receive(stream: AsyncIterable<Buffer>): Promise<Received>;
  /** Reads a file; null when the store does not hold it. */
  read(hash: Buffer): Promise<StoredFile | null>;
  has(hash: Buffer): Promise<boolean>;
  delete(hash: Buffer): Promise<void>;
  /** Lists files older than `age` (milliseconds) in batches, and deletes uploads of that age that never ended. */
  listOld(age: number): AsyncIterable<Buffer[]>;
  /** Whether it can be reached, as far as this process knows; throws `FilesAway` with the reason after asking it. */
  isAway(): boolean;
  check(): Promise<void>;
  close(): void;
};

/** The store that holds the files cannot be reached, or does not let us in: what was asked may be asked again. */
export class FilesAway extends Error {
  /** Seconds. */
  readonly retryAfter: number;

  /** `reason` names no key and no address with one. */
  constructor(reason: string, retryAfter: number) {
    super(`the store of attachments cannot be reached: ${reason}`);
    this.name = "FilesAway";
    this.retryAfter = retryAfter;
  }
}

/** What a store tells about itself, beside what it throws. */
export type StoreLog = {
  warn(details: Record<string, unknown>, words: string): void;
  error(details: Record<string, unknown>, words: string): void;
};
