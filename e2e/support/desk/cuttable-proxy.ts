import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

export type CuttableProxy = Awaited<ReturnType<typeof openCuttableProxy>>;

/**
 * A proxy in front of the server that can be cut off and mended: `localhost` at a port of its own, so that a browser takes it for a
 * server that is there or not. Chromium's own "offline" leaves service workers their network.
 */
export async function openCuttableProxy(target: string) {
  const sockets = new Set<Socket>();
  let server = await listen(target, sockets, 0);
  const { port } = addressOf(server);
  const cut = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => {
      server.close(resolve);
    });
  };
  return {
    address: `http://localhost:${port}`,
    cut,
    mend: async () => {
      server = await listen(target, sockets, port);
    },
  };
}

async function listen(target: string, sockets: Set<Socket>, port: number): Promise<Server> {
  const server = createServer((asked, answered) => pass(target, asked, answered));
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(port, "127.0.0.1", resolve);
  await promise;
  return server;
}

function pass(target: string, asked: IncomingMessage, answered: ServerResponse): void {
  const { method, headers, url } = asked;
  const onward = request(new URL(url ?? "/", target), { method, headers }, (answer) => {
    answered.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(answered);
  });
  onward.on("error", () => answered.destroy());
  answered.on("close", () => onward.destroy());
  asked.pipe(onward);
}

function addressOf(server: Server): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("it listens at a port");
  return address;
}
