import { once } from "node:events";
import { connect } from "node:net";
import { onTestFinished } from "vitest";

/** A conversation with a mail server, line by line: what a client library would not say, or not show. */
export async function openSmtp(port: number, { from = "127.0.0.1" } = {}) {
  const socket = connect({ port, host: "127.0.0.1", localAddress: from });
  socket.setEncoding("utf8").on("error", () => {});
  onTestFinished(() => void socket.destroy());
  let heard = "";
  let wake: (() => void) | null = null;
  socket.on("data", (text: string) => {
    heard += text;
    wake?.();
  });
  socket.on("close", () => wake?.());

  /** The next whole answer, its last line alone; null when the server hung up. */
  async function answer(): Promise<string | null> {
    for (;;) {
      const found = /^(?:\d{3}-[^\n]*\n)*(\d{3} [^\r\n]*)\r?\n/.exec(heard);
      if (found) {
        heard = heard.slice(found[0].length);
        return found[1] ?? null;
      }
      if (socket.destroyed || socket.readableEnded) return null;
      await new Promise<void>((resolve) => (wake = resolve));
    }
  }

  async function say(line: string): Promise<string | null> {
    socket.write(`${line}\r\n`);
    return answer();
  }

  await once(socket, "connect");
  const greeting = await answer();
  return {
    socket,
    greeting,
    answer,
    say,
    /** Sends a mail as it is, dots doubled, and its end. */
    async sendData(raw: Buffer): Promise<string | null> {
      const first = await say("DATA");
      if (!first?.startsWith("354")) return first;
      const text = raw.toString("latin1").replaceAll(/^\./gm, "..");
      socket.write(Buffer.from(text.endsWith("\r\n") ? text : `${text}\r\n`, "latin1"));
      return say(".");
    },
    /** Goes away without a word. */
    drop: () => void socket.destroy(),
  };
}
