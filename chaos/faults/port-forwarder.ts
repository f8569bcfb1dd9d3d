import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A forwarder that leads to one server today and to another tomorrow, as the name of a managed database does. */
export async function startForwarder() {
  let target = 0;
  const open = new Set<Socket>();
  const server = createServer((inside) => {
    const outside = connect(target, "127.0.0.1");
    for (const [socket, other] of [
      [inside, outside],
      [outside, inside],
    ] as const) {
      open.add(socket);
      socket.on("error", () => other.destroy());
      socket.once("close", () => {
        open.delete(socket);
        other.destroy();
      });
    }
    inside.pipe(outside).pipe(inside);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : 0,
    /** Forwards to this port from now on; connections to the server before are closed. */
    lead(port: number) {
      target = port;
      for (const socket of open) socket.destroy();
    },
    stop() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
