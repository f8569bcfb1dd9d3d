import { Client, type ClientConfig } from "pg";

type Listen = (event: string, handler: (chunk: Buffer) => void) => unknown;
type Stream = { on: Listen; destroy(error: Error): void };
type Connection = { attachListeners(stream: Pick<Stream, "on">): void };

/**
 * A connection that outlives an answer which breaks off in the middle of a row. A pooler whose server died tells so right
 * behind the bytes that it had passed on; the driver reads them as the rest of the row, and throws where nobody can catch
 * it. Here the connection is lost instead, as it is, and whoever waits is told (08P01, protocol_violation).
 */
export class GuardedClient extends Client {
  constructor(config?: ClientConfig) {
    super(config);
    const { connection }: { connection?: Connection } = Object(this);
    if (!connection) throw new Error("the driver's connection is not where it was");
    const attach = connection.attachListeners.bind(connection);
    connection.attachListeners = (stream: Stream) => attach({ on: listenGuarded(stream) });
  }
}

function listenGuarded(stream: Stream): Listen {
  return (event, handler) =>
    stream.on(event, event === "data" ? (chunk) => readOrLose(stream, handler, chunk) : handler);
}

function readOrLose(stream: Stream, read: (chunk: Buffer) => void, chunk: Buffer): void {
  try {
    read(chunk);
  } catch (error) {
    const words = "The database's answer broke off in its middle";
    stream.destroy(Object.assign(new Error(words, { cause: error }), { code: "08P01" }));
  }
}
