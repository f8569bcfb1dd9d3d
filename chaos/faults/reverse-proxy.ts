import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import { once } from "node:events";

type Backend = { port: number; isReady: boolean; agent: Agent };

/**
 * A small reverse proxy with the manners of the usual ones: it asks each instance four times a second whether it is
 * ready, takes the next one when a connection is refused, and repeats nothing that may have arrived.
 */
export async function startProxy(ports: number[]) {
  const backends: Backend[] = ports.map((port) => ({
    port,
    isReady: false,
    agent: new Agent({ keepAlive: true, maxSockets: 256 }),
  }));
  let turn = 0;

  const next = (tried: Backend[]) => {
    const left = backends.filter((each) => !tried.includes(each));
    const ready = left.filter((each) => each.isReady);
    // Asking an instance beats giving up when none says that it is ready.
    const fit = ready.length > 0 ? ready : left;
    turn += 1;
    return fit[turn % Math.max(1, fit.length)];
  };

  function pass(asked: IncomingMessage, answer: ServerResponse, body: Buffer, tried: Backend[]): void {
    const backend = next(tried);
    if (!backend) return void answer.writeHead(502).end("no instance");
    const out = request(
      {
        port: backend.port,
        method: asked.method,
        path: asked.url,
        headers: asked.headers,
        agent: backend.agent,
      },
      (reply) => {
        answer.writeHead(reply.statusCode ?? 502, withoutConnection(reply.headers));
        reply.pipe(answer);
        reply.once("error", () => answer.destroy());
        reply.once("aborted", () => answer.destroy());
      },
    );
    answer.once("close", () => out.destroy());
    out.once("error", (error) => {
      if (answer.headersSent) return void answer.destroy();
      if ("code" in error && error.code === "ECONNREFUSED") {
        backend.isReady = false;
        return pass(asked, answer, body, [...tried, backend]);
      }
      answer.writeHead(502).end("the instance broke off");
    });
    out.end(body);
  }

  const server = createServer((asked, answer) => {
    const parts: Buffer[] = [];
    asked.on("data", (part: Buffer) => parts.push(part));
    asked.once("end", () => pass(asked, answer, Buffer.concat(parts), []));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");

  const look = async (backend: Backend) => {
    try {
      const answer = await fetch(`http://127.0.0.1:${backend.port}/readyz`, {
        signal: AbortSignal.timeout(2000),
      });
      backend.isReady = answer.status === 200;
      await answer.text();
    } catch {
      backend.isReady = false;
    }
  };
  const timer = setInterval(() => backends.forEach((each) => void look(each)), 250);
  await Promise.all(backends.map(look));
  const address = server.address();
  return {
    address: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`,
    isReady: (port: number) => backends.find((each) => each.port === port)?.isReady ?? false,
    stop() {
      clearInterval(timer);
      server.close();
      server.closeAllConnections();
      for (const { agent } of backends) agent.destroy();
    },
  };
}

function withoutConnection(headers: IncomingMessage["headers"]) {
  const { connection: _, "keep-alive": __, ...kept } = headers;
  return kept;
}
