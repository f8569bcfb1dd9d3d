import { FilesAway, type StoreLog } from "../file-store.ts";

/** Failures in a row after which nobody waits for the store any more. */
const FAILURES = 5;
/** Milliseconds between two looks whether it is back. */
const LOOK_EVERY = 1000;
/** Seconds after which it is worth asking again. */
export const RETRY_AFTER = 5;

/**
 * Counts failures of the store over all requests. After some in a row it is open: everybody is refused at once instead of
 * waiting for the next timeout, until `look` gets an answer, which is tried every second without anybody's request.
 */
export function openCircuit(look: () => Promise<unknown>, log: StoreLog) {
  let failures = 0;
  let openedBy: string | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  function close(): void {
    if (openedBy !== null) log.warn({}, "the store of attachments is back");
    failures = 0;
    openedBy = null;
  }

  function lookLater(): void {
    if (isClosed) return;
    timer = setTimeout(() => {
      look().then(close, (error: unknown) => {
        openedBy = error instanceof FilesAway ? error.message : String(error);
        lookLater();
      });
    }, LOOK_EVERY).unref();
  }

  return {
    isOpen: () => openedBy !== null,
    /** Throws `FilesAway` while it is open. */
    refuseOpen(): void {
      if (openedBy !== null) throw new FilesAway(openedBy, RETRY_AFTER);
    },
    succeeded(): void {
      if (openedBy === null) failures = 0;
    },
    failed(reason: string): void {
      failures += 1;
      if (openedBy !== null || failures < FAILURES) return;
      openedBy = reason;
      log.error({ reason }, "the store of attachments cannot be reached: files are refused until it is back");
      lookLater();
    },
    stop(): void {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
