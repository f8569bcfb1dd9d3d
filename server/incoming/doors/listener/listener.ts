import { once } from "node:events";
import type { SMTPServer } from "smtp-server";
import { LIMITS } from "#contract/limits.ts";
import type { App } from "#server/lib/request-context.ts";
import type { ListenAddress } from "#server/start/mail-settings.ts";
import { readErrorCode, StartError } from "#server/start/start-error.ts";
import { TOO_MANY } from "./answers.ts";
import { openMessageRate, plainAddress, rateKey } from "./message-rate.ts";
import { type Recipients, refuseRecipient, takeMail } from "./take-mail.ts";

/** Connections at once, milliseconds of silence, and milliseconds for what is under way when all ends. */
const CONNECTIONS = 50;
const IDLE = 60_000;
const PATIENCE = 4000;

export type Listener = {
  /** Ports as they were opened, in the order of the settings. */
  ports: number[];
  stop(): Promise<void>;
};

/** Takes mail from other mail servers where MAIL_LISTEN says. Throws a sentence where it cannot listen there. */
export async function openListener(app: App): Promise<Listener> {
  const servers: SMTPServer[] = [];
  const ports: number[] = [];
  const stop = async () => void (await Promise.all(servers.map(closeServer)));
  try {
    for (const address of app.config.mailListen?.addresses ?? []) {
      const server = await makeServer(app, address);
      ports.push(await listen(server, address));
      servers.push(server);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { ports, stop };
}

async function makeServer(app: App, { protocol }: ListenAddress): Promise<SMTPServer> {
  const { SMTPServer: Server } = await import("smtp-server");
  const rate = openMessageRate(app.clock);
  const taken: Recipients = new WeakMap();
  const certificate = app.config.mailListen?.certificate ?? null;
  const server = new Server({
    lmtp: protocol === "lmtp",
    name: new URL(app.config.publicUrl).hostname,
    banner: "Waypost",
    size: LIMITS.mailBytes,
    // The answers bring codes of their own.
    hideENHANCEDSTATUSCODES: true,
    // Nobody signs in here: whoever may connect hands in mail for our mailboxes and for nobody else.
    disabledCommands: certificate ? ["AUTH"] : ["AUTH", "STARTTLS"],
    ...certificate,
    disableReverseLookup: true,
    maxClients: CONNECTIONS,
    socketTimeout: IDLE,
    closeTimeout: PATIENCE,
    logger: false,
    onMailFrom({ address }, { remoteAddress }, done) {
      done(rate.spend(rateKey(plainAddress(remoteAddress), address)) ? null : TOO_MANY);
    },
    onRcptTo: (recipient, _session, done) => void answer(refuseRecipient(app, recipient, taken), done),
    onData: (stream, session, done) =>
      void answer(takeMail(app, stream, session, taken), (answers) => reply(protocol, answers, done)),
  });
  server.on("error", (error) => app.log.debug({ err: error }, "a connection to the mail listener broke"));
  return server;
}

type Done = (error?: Error | null, answer?: string) => void;

async function answer<Said>(asked: Promise<Said>, say: (said: Said) => void): Promise<void> {
  say(await asked);
}

/** LMTP answers for each recipient (RFC 2033), SMTP once for all of them: what is not stored for one comes again. */
function reply(protocol: ListenAddress["protocol"], answers: (Error | null)[], done: Done): void {
  const worst = answers.find((answer) => answer !== null) ?? null;
  if (protocol === "smtp") return worst ? done(worst) : done(null, STORED);
  const each = answers.map((answer) => answer ?? STORED);
  // The types of the package do not know the list that its LMTP sends.
  Reflect.apply(done, null, [null, each]);
}

const STORED = "2.0.0 Stored";

async function listen(server: SMTPServer, { host, port }: ListenAddress): Promise<number> {
  const listening = server.listen(port, host);
  try {
    await once(listening, "listening");
  } catch (error) {
    throw explain(error, { host, port }) ?? error;
  }
  const address = listening.address();
  return typeof address === "object" && address ? address.port : port;
}

function explain(error: unknown, { host, port }: Omit<ListenAddress, "protocol">): StartError | null {
  const code = readErrorCode(error);
  if (code === "EADDRINUSE")
    return new StartError(`MAIL_LISTEN names port ${port}, which is already in use: end what uses it.`);
  if (code === "EACCES")
    return new StartError(`MAIL_LISTEN names port ${port}, which needs more rights: take one above 1023.`);
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND" || code === "EAI_AGAIN")
    return new StartError(`MAIL_LISTEN names "${host}", which is no address of this machine.`);
  return null;
}

function closeServer(server: SMTPServer): Promise<void> {
  return new Promise((resolve) => server.close(resolve));
}
