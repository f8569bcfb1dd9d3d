import { buffer } from "node:stream/consumers";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

export type Arrived = Email & { raw: string; recipients: string[]; envelopeFrom: string };

/** What the next mails are answered, and at which step. */
const FAULTS = {
  well: null,
  busy: ["reader", 451, "Come back later"],
  rejecting: ["reader", 550, "No such person"],
  "without relay": ["reader", 554, "5.7.1 Relay access denied"],
  "signed out": ["sender", 530, "5.7.0 Authentication required"],
  blocking: ["greeting", 554, "No service here"],
} as const;
type Fault = keyof typeof FAULTS;

/**
 * A real mail server on a port of its own, or on one where another stood. `fault` sets the answer to the next mails,
 * `unknown` is a reader whom it does not know; `account` is who has to sign in, if anybody.
 */
export async function startSmtp(at = 0, account: { user: string; pass: string } | null = null) {
  const arrived: Arrived[] = [];
  const state = { fault: "well" as Fault, unknown: "", port: 0 };
  const answerAt = (step: "greeting" | "sender" | "reader", done: (error?: Error) => void) => {
    const [at, code, words] = FAULTS[state.fault] ?? [];
    if (at === step) done(answer(code, words));
    else done();
  };
  const server = new SMTPServer({
    authOptional: account === null,
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      if (account && username === account.user && password === account.pass) done(null, { user: username });
      else done(answer(535, "Who are you"));
    },
    disabledCommands: ["STARTTLS"],
    logger: false,
    onConnect: (_session, done) => answerAt("greeting", done),
    onMailFrom: (_address, _session, done) => answerAt("sender", done),
    onRcptTo({ address }, _session, done) {
      if (address === state.unknown) done(answer(550, "5.1.1 User unknown"));
      else answerAt("reader", done);
    },
    onData(stream, session, done) {
      const recipients = session.envelope.rcptTo.map(({ address }) => address);
      const take = async () => {
        const raw = await buffer(stream);
        const { mailFrom } = session.envelope;
        const envelopeFrom = mailFrom ? mailFrom.address : "";
        arrived.push({ ...(await PostalMime.parse(raw)), raw: raw.toString(), recipients, envelopeFrom });
      };
      // A sender that closes in the middle of a mail has sent none.
      void take()
        .catch(() => {})
        .finally(() => done());
    },
  });
  server.on("error", () => {});
  const listen = (port: number) =>
    new Promise<void>((resolve) => {
      const listening = server.listen(port, "127.0.0.1", () => {
        const address = listening.address();
        state.port = typeof address === "object" && address ? address.port : port;
        resolve();
      });
    });
  await listen(at);
  return {
    arrived,
    url: `smtp://127.0.0.1:${state.port}`,
    port: state.port,
    set fault(fault: Fault) {
      state.fault = fault;
    },
    set unknown(address: string) {
      state.unknown = address;
    },
    /** The mails that arrived for an address, oldest first. */
    to: (address: string) => arrived.filter((mail) => mail.recipients.includes(address)),
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

function answer(responseCode: number, words: string): Error {
  return Object.assign(new Error(words), { responseCode });
}
