import { Agent, request } from "node:http";
import { finished } from "node:stream";

export type FuzzRequest = {
  /** The operation and what is hostile about it, for the reader of what was found. */
  label: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | null;
};

/** The status of an answer that came whole; "broken" was begun and cut off, "hung" never came, "refused" closed unanswered. */
export type FuzzAnswer = number | "broken" | "hung" | "refused";

/** Milliseconds without an answer after which a request counts as hung. */
const PATIENCE = 30_000;

/** Opens kept connections to a port, as many as there are requests at once. */
export function openSender(port: number, atOnce: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  return {
    send: (asked: FuzzRequest) => send(agent, port, asked),
    close: () => agent.destroy(),
  };
}

function send(agent: Agent, port: number, { method, path, headers, body }: FuzzRequest): Promise<FuzzAnswer> {
  return new Promise((resolve) => {
    const length = body === null ? {} : { "content-length": String(body.length) };
    const sent = request(
      { agent, host: "127.0.0.1", port, method, path, headers: { ...headers, ...length }, timeout: PATIENCE },
      (answer) => {
        const status = answer.statusCode ?? 0;
        // A stream of events has no end; that it began is its answer.
        if (answer.headers["content-type"]?.startsWith("text/event-stream")) {
          resolve(status);
          sent.destroy();
          return;
        }
        answer.resume();
        finished(answer, () => resolve(answer.complete ? status : "broken"));
      },
    );
    sent.once("timeout", () => {
      resolve("hung");
      sent.destroy();
    });
    sent.once("error", () => resolve("refused"));
    sent.end(body ?? undefined);
  });
}
