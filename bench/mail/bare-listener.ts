/*
 * The bare listener: node:net and pg, nothing else. It takes mail by the commands that bench/mail/mails-to-send.ts sends,
 * writes it to a file that is flushed, its name as well, notes it in one row and says so. A process of its own, as our server is.
 */
import { createServer, type Socket } from "node:net";
import { Pool, type PoolConfig } from "pg";
import { flushNames, storeBare } from "./store-bare.ts";

type BenchOrders = { poolConfig: PoolConfig; folder: string };

const LINE = "\r\n";
const END = "\r\n.\r\n";

process.once("message", ({ poolConfig, folder }: BenchOrders) => {
  const pool = new Pool({ ...poolConfig, max: 10 });
  const store = (raw: Buffer) => storeBare(pool, folder, raw, flushNames);
  const server = createServer((socket) => converse(socket, store));
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    process.send?.({ port: typeof address === "object" && address ? address.port : 0 });
  });
});

/** One line is one command, until DATA: what comes then is a mail up to the line with a dot alone. */
function converse(socket: Socket, store: (raw: Buffer) => Promise<void>): void {
  let heard = Buffer.alloc(0);
  let isMail = false;
  const say = (words: string) => void socket.write(`${words}\r\n`);
  const takePiece = () => {
    const mark = isMail ? END : LINE;
    const end = heard.indexOf(mark);
    if (end < 0) return null;
    const piece = heard.subarray(0, end);
    heard = heard.subarray(end + mark.length);
    return piece;
  };
  socket.setNoDelay(true);
  socket.on("data", (chunk) => {
    heard = Buffer.concat([heard, chunk]);
    for (let piece = takePiece(); piece; piece = takePiece())
      if (isMail) {
        isMail = false;
        store(piece).then(
          () => say("250 Stored"),
          () => say("451 Try again later"),
        );
      } else {
        isMail = piece.toString("latin1") === "DATA";
        say(isMail ? "354 Go on" : "250 Ok");
      }
  });
  socket.on("error", () => socket.destroy());
  say("220 bare");
}
