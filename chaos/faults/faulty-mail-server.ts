import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { SeededRandom } from "#server/lib/seeded-random.ts";

/**
 * Kinds of behavior of the server: well; slow with every answer; dropping connections at any point; refusing for good;
 * refusing each recipient the first time; taking a mail and dying before it says so.
 */
export const MAIL_FAULTS = ["well", "slow", "drops", "rejects", "greylists", "dies"] as const;
export type MailFault = (typeof MAIL_FAULTS)[number];

type Talk = { socket: Socket; recipient: string; body: string[] | null };

/** A mail server (RFC 5321, the commands that a sender uses) with a chosen fault. It keeps who got which Message-ID. */
export async function startMailServer(dice: SeededRandom) {
  const state = { fault: "well" as MailFault, open: 0, deaths: 0 };
  const arrived: { to: string; messageId: string; at: number }[] = [];
  const met = new Set<string>();
  const rejected = new Set<string>();

  const say = async ({ socket }: Talk, line: string) => {
    if (state.fault === "slow") await pause(400);
    if (!socket.destroyed) socket.write(`${line}\r\n`);
  };

  async function hear(talk: Talk, line: string): Promise<void> {
    if (talk.socket.destroyed) return;
    // So often that every point of the talk is hit.
    if (state.fault === "drops" && dice.chance(0.2)) return void talk.socket.destroy();
    if (talk.body) return line === "." ? take(talk) : void talk.body.push(line);
    const [verb = ""] = line.toUpperCase().split(" ");
    if (verb === "EHLO") return say(talk, "250-mail.test\r\n250 8BITMIME");
    if (verb === "RCPT") return receive(talk, /<([^>]*)>/.exec(line)?.[1] ?? "");
    if (verb === "DATA") {
      talk.body = [];
      return say(talk, "354 Go on");
    }
    await say(talk, verb === "QUIT" ? "221 Bye" : "250 Well");
    if (verb === "QUIT") talk.socket.end();
  }

  function receive(talk: Talk, recipient: string): Promise<void> {
    talk.recipient = recipient;
    if (state.fault === "rejects") {
      rejected.add(recipient);
      return say(talk, "550 No such person");
    }
    const isNew = !met.has(recipient);
    met.add(recipient);
    return say(talk, state.fault === "greylists" && isNew ? "451 Come back later" : "250 Well");
  }

  async function take(talk: Talk): Promise<void> {
    const head = talk.body?.join("\n") ?? "";
    const messageId = /^message-id: *(<[^>]+>)/im.exec(head)?.[1] ?? "";
    talk.body = null;
    arrived.push({ to: talk.recipient, messageId, at: performance.now() });
    if (state.fault === "dies") {
      state.deaths += 1;
      return void talk.socket.destroy();
    }
    await say(talk, "250 Taken");
  }

  const server = createServer((socket) => {
    const talk: Talk = { socket, recipient: "", body: null };
    let text = "";
    let work = Promise.resolve();
    state.open += 1;
    socket.on("error", () => {});
    socket.once("close", () => (state.open -= 1));
    socket.setEncoding("utf8").on("data", (part: string) => {
      const lines = (text + part).split("\r\n");
      text = lines.pop() ?? "";
      for (const line of lines) work = work.then(() => hear(talk, line));
    });
    void say(talk, "220 mail.test");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    url: `smtp://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`,
    arrived,
    rejected,
    /** Connections that were cut after a mail was taken: so many may arrive twice. */
    deaths: () => state.deaths,
    isIdle: () => state.open === 0,
    set fault(fault: MailFault) {
      state.fault = fault;
    },
    stop: () => server.close(),
  };
}
