import { setTimeout as pause } from "node:timers/promises";
import { ListObjectsV2Command, S3Client } from "@aws-sdk/client-s3";
import { readErrorCode } from "#server/start/start-error.ts";
import type { ObjectStoreSettings } from "#server/start/files-settings.ts";
import { FilesAway, type StoreLog } from "../file-store.ts";
import { openCircuit, RETRY_AFTER } from "./circuit.ts";

/** Tries of one call, and the milliseconds after which no further one begins. */
const TRIES = 3;
const PATIENCE = 8000;
/** Milliseconds: until there is a connection, without a byte in either direction, and until a small answer is here. */
const CONNECT = 3000;
const SILENCE = 10_000;
export const SMALL = 5000;
const SILENT = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
/** Downloads wait for their readers with a connection each. */
const CONNECTIONS = 256;

export type Calls = ReturnType<typeof openCalls>;

/** Calls the store: each with bounds, again where that may help, and not at all while it is known to be away. */
export function openCalls(settings: ObjectStoreSettings, log: StoreLog) {
  const client = makeClient(settings);
  const { bucket, prefix } = settings;
  // A list of what is never there: unlike a look at the bucket alone, its answer says what is wrong.
  const ask = () =>
    client
      .send(new ListObjectsV2Command({ Bucket: bucket, Prefix: `${prefix}.never/` }), {
        requestTimeout: SMALL,
      })
      .catch((error: unknown) => {
        throw new FilesAway(explain(error), RETRY_AFTER);
      });
  const circuit = openCircuit(ask, log);

  /** Throws `FilesAway`, or what `isAnswer` knows as an answer. */
  async function attempt<T>(call: (client: S3Client) => Promise<T>): Promise<T> {
    const began = performance.now();
    for (let tries = 1; ; tries += 1) {
      circuit.refuseOpen();
      try {
        const answer = await call(client);
        circuit.succeeded();
        return answer;
      } catch (error) {
        if (isAnswer(error)) {
          circuit.succeeded();
          throw error;
        }
        const reason = explain(error);
        log.warn({ reason, tries }, "a call of the store of attachments failed");
        circuit.failed(reason);
        if (tries === TRIES || performance.now() - began > PATIENCE) throw new FilesAway(reason, RETRY_AFTER);
      }
      // All requests fail at the same time: they should not come back at the same time.
      await pause(100 * 3 ** (tries - 1) * (0.5 + Math.random()));
    }
  }

  return {
    bucket,
    prefix,
    attempt,
    /** Asks whether the store is there and lets us in; throws `FilesAway`. */
    ask,
    circuit,
    stop(): void {
      circuit.stop();
      client.destroy();
    },
  };
}

function makeClient({ region, endpoint, pathStyle, credentials }: ObjectStoreSettings): S3Client {
  return new S3Client({
    region,
    ...(endpoint !== null && { endpoint }),
    forcePathStyle: pathStyle,
    ...(credentials && { credentials }),
    // The tries are ours: the SDK never repeats the body of a stream.
    maxAttempts: 1,
    // Without one it writes to the terminal that it does not repeat them.
    logger: SILENT,
    // We check SHA-256 ourselves; its own checksums come as trailers, which other stores than Amazon's refuse.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    // It would open a connection for each upload.
    expectContinueHeader: false,
    requestHandler: {
      connectionTimeout: CONNECT,
      socketTimeout: SILENCE,
      throwOnRequestTimeout: true,
      httpAgent: { maxSockets: CONNECTIONS },
      httpsAgent: { maxSockets: CONNECTIONS },
    },
  });
}

/** The store is there and answered that something is not, or that it does not know the call. */
function isAnswer(error: unknown): boolean {
  return isMissing(error) || statusOf(error) === 501;
}

/** The object or the upload is not there. A missing bucket is no answer about an object. */
export function isMissing(error: unknown): boolean {
  return statusOf(error) === 404 && error instanceof Error && error.name !== "NoSuchBucket";
}

export function isUnknownCall(error: unknown): boolean {
  return statusOf(error) === 501;
}

function statusOf(error: unknown): number | null {
  if (!(error instanceof Error) || !("$metadata" in error)) return null;
  const status: unknown = Reflect.get(Object(error.$metadata), "httpStatusCode");
  return typeof status === "number" ? status : null;
}

/** Kinds and codes alone: the sentences of stores quote keys and addresses. */
function explain(error: unknown): string {
  if (error instanceof FilesAway) return error.message;
  if (!(error instanceof Error)) return "an unknown error";
  const status = statusOf(error);
  const code = readErrorCode(error);
  if (status !== null) return `it answered ${status} (${error.name})`;
  return code === null || code === error.name ? error.name : `${error.name} (${code})`;
}
