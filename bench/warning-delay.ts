/*
 * `node bench/warning-delay.ts [--tickets 24]`: how long after its moment a warning of service levels is handed to the mail
 * server, by a whole app as it is started, on the real clock. Each ticket has a target of four minutes, so that three
 * minutes after it was raised the first warning is due, and a minute later the second. Takes seven minutes.
 */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { SMTPServer } from "smtp-server";
import { freePort, runApp } from "../test/support/processes/spawn-app.ts";
import { ask, endAgents, figuresOf, type Target } from "./measure/measure.ts";
import { attachEmbedded } from "#server/db/embedded/embedded.ts";
import { makeCustomers, makePeople } from "../test/support/app/signed-in-people.ts";
import { get, post, put } from "./measure/turn-by-turn.ts";

const { values } = parseArgs({ options: { tickets: { type: "string", default: "24" } } });
const MINUTE = 60_000;
/** The target, and the part of it after which the first warning is due. */
const [TARGET, PART] = [4 * MINUTE, 0.75];
const say = (words: string) => void process.stdout.write(`${words}\n`);

/** What came in: the words of each mail, and when its last byte was here. */
const heard: { at: number; text: string }[] = [];
const mail = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  onData(stream, _session, done) {
    const pieces: Buffer[] = [];
    stream.on("data", (piece: Buffer) => pieces.push(piece));
    stream.on("end", () => {
      // Without the breaks within lines of quoted-printable.
      heard.push({ at: Date.now(), text: Buffer.concat(pieces).toString("latin1").replaceAll("=\r\n", "") });
      done();
    });
  },
});
const mailPort = await freePort();
await new Promise<void>((resolve) => mail.listen(mailPort, "127.0.0.1", resolve));
const folder = mkdtempSync(join(tmpdir(), "waypost-warnings-"));
chmodSync(folder, 0o711);
const port = await freePort();
const app = await runApp({
  DATA_DIR: folder,
  DEMO: "off",
  PORT: String(port),
  SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
});
try {
  const connection = attachEmbedded(folder);
  if (connection === null) throw new Error("the database is not there");
  const [agent] = await makePeople(connection, 1);
  const [client] = await makeCustomers(connection, 1);
  if (!agent || !client) throw new Error("nobody is there");
  const as = ({ id, token }: { id: string; token: string }) => {
    const target: Target = {
      name: id,
      url: ({ path }) => `${app.address}/api${path}`,
      headers: { authorization: `Bearer ${token}` },
    };
    return async (operation: ReturnType<typeof get>) => {
      const { status, body } = await ask(target, operation);
      if (status >= 300) throw new Error(`${operation.path}: ${status} ${body.slice(0, 300)}`);
      return JSON.parse(body);
    };
  };
  await promise(as(agent));
  const raised: { number: string; at: number }[] = [];
  for (let n = 0; n < Number(values.tickets); n += 1) {
    const { ticket } = await as(client)(post("/tickets", { subject: `Delay ${n}`, issue: "It jams." }));
    await as(agent)(put(`/tickets/${ticket.id}`, { assignee_id: agent.id }));
    raised.push({ number: ticket.uid, at: Date.parse(ticket.created) });
    await pause(5000);
  }
  const last = raised.at(-1)?.at ?? 0;
  await pause(last + TARGET + 75_000 - Date.now());
  report(raised);
} finally {
  endAgents();
  await app.kill("SIGTERM");
  mail.close();
  rmSync(folder, { recursive: true, force: true });
}

/** Every ticket gets the target, around the clock. */
async function promise(call: (operation: ReturnType<typeof get>) => Promise<{ id: string }>) {
  const level = {
    first_response_minutes: TARGET / MINUTE,
    next_response_minutes: null,
    resolution_minutes: null,
    around_the_clock: true,
  };
  await call(
    post("/sla/policies", {
      name: "Delay",
      targets: { urgent: level, high: level, normal: level, low: level },
      for_everyone: true,
    }),
  );
}

function report(raised: readonly { number: string; at: number }[]): void {
  for (const [words, after] of [
    ["three quarters of the target", TARGET * PART],
    ["the target", TARGET],
  ] as const) {
    const delays = raised.map(({ number, at }) => {
      const moment = at + after;
      const told = heard.find(({ at: came, text }) => came >= moment && text.includes(number));
      return told ? (told.at - moment) / 1000 : Infinity;
    });
    const { min, p50 } = figuresOf(delays);
    say(
      `after ${words}: ${delays.length} warnings, min ${min} s, p50 ${p50}, worst ${Math.max(...delays).toFixed(1)}`,
    );
  }
}
