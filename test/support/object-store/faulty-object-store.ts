import { once } from "node:events";
import {
  type ClientRequest,
  createServer,
  type IncomingMessage,
  request,
  type ServerResponse,
} from "node:http";
import type { Socket } from "node:net";
import { Transform } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";

/**
 * How a store goes wrong: slow with each answer; silent; answering 500, or 403; ending a body in its middle, of which it
 * sends the rest when asked; closing in the middle of whatever goes up or down; saying 404 right after a put; changing a byte
 * on the way down, or up; gone.
 */
export const STORE_FAULTS = [
  "well",
  "slow",
  "silent",
  "500",
  "403",
  "truncated",
  "closes",
  "late",
  "damages-down",
  "damages-up",
  "away",
] as const;
export type StoreFault = (typeof STORE_FAULTS)[number];

/** Milliseconds: of a slow answer, and for which a new object is not seen. */
const SLOW = 1500;
const LATE = 700;

/** Stands before an object store, with a chosen fault; what it passes on keeps its signature. */
export async function startFaultyStore(storePort: number, storeHost = "127.0.0.1") {
  const state = { fault: "well" as StoreFault, calls: 0 };
  /** When the object of an address was last put. */
  const put = new Map<string, number>();
  const sockets = new Set<Socket>();

  const answer = async (asked: IncomingMessage, reply: ServerResponse): Promise<void> => {
    state.calls += 1;
    const { fault } = state;
    const path = asked.url?.split("?")[0] ?? "";
    if (fault === "away") return void asked.socket.destroy();
    if (fault === "silent") return void asked.resume();
    if (fault === "500" || fault === "403") return refuse(asked, reply, fault);
    if (fault === "slow") await pause(SLOW);
    if (fault === "closes" && asked.method === "PUT")
      return void asked.once("data", () => asked.socket.destroy());
    const isNew = performance.now() - (put.get(path) ?? -Infinity) < LATE;
    if (fault === "late" && isNew && asked.method !== "PUT")
      return void reply.writeHead(404, { "content-type": "application/xml" }).end(NO_SUCH_KEY);
    if (asked.method === "PUT") put.set(path, performance.now());
    pass(asked, reply, fault);
  };

  function pass(asked: IncomingMessage, reply: ServerResponse, fault: StoreFault): void {
    const { method, headers, url } = asked;
    const onward: ClientRequest = request(
      { host: storeHost, port: storePort, method, headers, path: url, agent: false },
      (answered) => {
        const length = Number(answered.headers["content-length"] ?? 0);
        reply.writeHead(answered.statusCode ?? 502, answered.headers);
        const isFile =
          method === "GET" && length > 0 && answered.headers["content-type"] !== "application/xml";
        const isCut = fault === "closes" || (fault === "truncated" && headers.range === undefined);
        if (isFile && isCut) answered.pipe(cutAfter(length / 2, () => reply.destroy())).pipe(reply);
        else if (isFile && fault === "damages-down") answered.pipe(damage()).pipe(reply);
        else answered.pipe(reply);
        answered.on("error", () => reply.destroy());
      },
    );
    onward.on("error", () => asked.socket.destroy());
    asked.on("error", () => onward.destroy());
    reply.on("close", () => onward.destroy());
    if (fault === "damages-up" && method === "PUT") asked.pipe(damage()).pipe(onward);
    else asked.pipe(onward);
  }

  const server = createServer((asked, reply) => void answer(asked, reply)).listen(0, "127.0.0.1");
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("close", () => sockets.delete(socket));
  });
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    set fault(fault: StoreFault) {
      state.fault = fault;
      for (const socket of fault === "away" ? sockets : []) socket.destroy();
    },
    /** Calls that came so far. */
    calls: () => state.calls,
    stop(): void {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

const NO_SUCH_KEY = '<?xml version="1.0"?><Error><Code>NoSuchKey</Code><Message>Not yet</Message></Error>';

function refuse(asked: IncomingMessage, reply: ServerResponse, status: "500" | "403"): void {
  asked.resume();
  const code = status === "500" ? "InternalError" : "AccessDenied";
  const words = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>By the fault</Message></Error>`;
  reply.writeHead(Number(status), { "content-type": "application/xml", "content-length": words.length });
  reply.end(asked.method === "HEAD" ? undefined : words);
}

/** Passes so many bytes on, and then ends what it flows into. */
function cutAfter(bytes: number, cut: () => void): Transform {
  let left = Math.floor(bytes);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const passed = chunk.subarray(0, left);
      left -= passed.length;
      this.push(passed);
      if (left === 0) setImmediate(cut);
      else done();
    },
  });
}

/** Changes the first byte. */
function damage(): Transform {
  let isDone = false;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const passed = Buffer.from(chunk);
      if (!isDone && passed.length > 0) passed[0] = (passed[0] ?? 0) ^ 0xff;
      isDone = true;
      done(null, passed);
    },
  });
}
