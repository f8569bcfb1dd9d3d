import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeWorld, type World } from "../../test/support/app/app-with-people.ts";
import { queueMail, sendMail } from "#server/lib/work/outbox.ts";

const MB = 1024 * 1024;

/** Writes a text again and again, as fast as it is taken, until the other side hangs up. */
function flood(socket: Socket, text: string): void {
  const writeMore = () => {
    while (!socket.destroyed && socket.write(text));
  };
  socket.on("drain", writeMore);
  writeMore();
}

/** Mail servers by what they do to whoever connects. */
const HOSTILE: Record<string, (socket: Socket) => void> = {
  "greets in one line of 8 MB": (socket) => socket.write(`220 ${"x".repeat(8 * MB)}\r\n`),
  "greets in a line that never ends": (socket) => flood(socket, "x".repeat(65_536)),
  "greets in lines that never end": (socket) => flood(socket, "220-and another line\r\n".repeat(1000)),
  "answers in no protocol": (socket) => socket.write("HTTP/1.1 200 OK\r\n\r\n<h1>Hello</h1>\0\r\n"),
  "hangs up": (socket) => socket.destroy(),
  "turns away with words that would be headers": (socket) =>
    socket.write("421-Busy\r\n421-X-Evil: 1\r\n421 Bcc: evil@attack.test\0\u001b[2J\r\n"),
};

const sockets = new Set<Socket>();
let behave: (socket: Socket) => void = () => {};
const server = createServer((socket) => {
  sockets.add(socket);
  socket.on("error", () => {});
  behave(socket);
});
let world: World;
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  world = await makeWorld({ SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: "help@desk.test" });
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  server.close();
  await world.end();
});

async function queue(subject: string): Promise<string> {
  const mail = { to: "tomas@kestrel.test", subject, text: "Hello", html: "<p>Hello</p>" };
  return (await queueMail({ app: world.app, db: world.db, now: world.clock.now() }, mail)) ?? "";
}

const find = (id: string) =>
  world.db.selectFrom("mails").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

async function expectPutOff(words: string, hostile: (socket: Socket) => void): Promise<void> {
  behave = hostile;
  const id = await queue(words);
  const before = process.memoryUsage().rss;
  expect(await sendMail(world.app, id)).toBe("put off");
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * MB);
  for (const socket of sockets) socket.destroy();
  const kept = await find(id);
  expect(kept).toMatchObject({ state: "queued", attempts: 1 });
  expect(kept.next_attempt_at?.getTime()).toBe(world.clock.now().getTime() + 60_000);
  expect(kept.last_error).toMatch(/^[^\p{Cc}]{1,300}$/u);
}

it.each(Object.entries(HOSTILE))(
  "a mail server that %s costs a try and little memory, and the mail waits for the next",
  expectPutOff,
);

/** Answers rightly up to a step of the protocol, and from there on a byte now and then, which is never the last. */
const dripAt = (command: RegExp, first: string, answer: string) => (socket: Socket) => {
  socket.write("220 desk.test\r\n");
  let isText = false;
  socket.on("data", (chunk) => {
    const heard = String(chunk);
    if (command.test(heard)) {
      socket.write(first);
      let at = 0;
      const dripping = setInterval(() => socket.write(answer[(at += 1) % answer.length] ?? ""), 5);
      socket.on("close", () => clearInterval(dripping));
    } else if (!isText) {
      // The mail may come in several parts, and only its end is answered.
      isText = heard.startsWith("DATA");
      socket.write(isText ? "354 Go on\r\n" : "250 Fine\r\n");
    }
  });
};

it.each([
  ["to the greeting", /^EHLO/, "250-desk.test\r\n", "250-X\r\n"],
  ["to the recipient", /^RCPT/, "250-", "never ending"],
  ["to the whole mail", /\r\n\.\r\n$/, "250-", "never ending"],
])(
  "a mail server that drips its answer %s holds a send until the deadline, no longer",
  async (...[, ...drip]) => {
    behave = dripAt(...drip);
    const id = await queue("Dripping");
    expect(await sendMail(world.app, id, { deadline: 500 })).toBe("put off");
    const kept = await find(id);
    expect(kept).toMatchObject({
      state: "queued",
      attempts: 1,
      last_error: "The mail server took longer than 0.5 seconds",
    });
    for (const socket of sockets) socket.destroy();
  },
);

// Last: a line of nothing costs its sender two bytes, and whoever reads it works on for seconds after the end.
it("a mail server that sends empty lines that never end costs a try and little memory, and the mail waits for the next", () =>
  expectPutOff("empty lines", (socket) => flood(socket, "\r\n".repeat(32_768))));
