import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { createServer as createTlsServer } from "node:tls";
import type { Certificate } from "./certificate.ts";
import { Folder, type KeptMail } from "./imap-folders.ts";
import { readImapCommands, type ImapCommand } from "./imap-commands.ts";

/** What goes wrong on this server; all of it may change while clients are connected. */
export type ImapFaults = {
  /** Refuses every sign-in, as after a changed password. */
  refusesSignIn: boolean;
  /** Ends the connection after so many bytes of the next mail, once. */
  dropsAfter: number | null;
  /** Sends mails in pieces of so many bytes with a pause between them. */
  slow: { bytes: number; milliseconds: number } | null;
  /** Takes commands and answers none. */
  isSilent: boolean;
  /** The command at which it becomes silent. */
  silentFrom: string | null;
  /** Refuses to change flags, to move and to delete. */
  refusesChanges: boolean;
};

type Client = {
  socket: Socket;
  folder: Folder | null;
  known: number;
  idle: string | null;
  isSignedIn: boolean;
};

const CAPABILITY = "CAPABILITY IMAP4rev1 LITERAL+ SASL-IR IDLE UIDPLUS MOVE SPECIAL-USE AUTH=XOAUTH2";

/**
 * An IMAP server in memory, with one account and three folders: for what a real one does not do on command. With a
 * certificate it is encrypted from the start.
 */
export async function startImapServer(certificate: Certificate | null = null) {
  const folders = [new Folder("INBOX", null), new Folder("Archive", null), new Folder("Junk", "\\Junk")];
  const faults: ImapFaults = {
    refusesSignIn: false,
    dropsAfter: null,
    slow: null,
    isSilent: false,
    silentFrom: null,
    refusesChanges: false,
  };
  const clients = new Set<Client>();
  /** Tokens that open the account; a door gets one by OAuth. */
  const tokens = new Set<string>();
  const account = { username: "help", password: "a-quiet-printer" };
  const said: string[] = [];
  const seen = { signIns: 0, atOnce: 0 };

  const serve = (socket: Socket) => {
    const client: Client = { socket, folder: null, known: 0, idle: null, isSignedIn: false };
    clients.add(client);
    seen.atOnce = Math.max(seen.atOnce, clients.size);
    socket.on("close", () => clients.delete(client)).on("error", () => {});
    socket.write(`* OK [${CAPABILITY}] ready\r\n`);
    readImapCommands(socket, (command) => serveOne(client, command).catch(() => socket.destroy()));
  };
  const server = certificate ? createTlsServer(certificate, serve) : createServer(serve);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;

  const folderOf = (name: string) =>
    folders.find((folder) => folder.name.toLowerCase() === name.toLowerCase()) ?? null;

  async function serveOne(client: Client, { tag, name, args }: ImapCommand): Promise<void> {
    const { socket } = client;
    said.push(name);
    faults.isSilent ||= name === faults.silentFrom;
    if (faults.isSilent) return;
    const ok = (words = "done") => void socket.write(`${tag} OK ${words}\r\n`);
    const no = (words: string) => void socket.write(`${tag} NO ${words}\r\n`);
    if (client.idle !== null && name === "DONE") {
      const idle = client.idle;
      client.idle = null;
      return void socket.write(`${idle} OK done\r\n`);
    }
    if (name === "CAPABILITY") return (socket.write(`* ${CAPABILITY}\r\n`), ok());
    if (name === "LOGIN" || name === "AUTHENTICATE") return signIn(client, { tag, name, args });
    if (name === "LOGOUT") return (socket.write("* BYE\r\n"), ok(), void socket.end());
    if (!client.isSignedIn) return no("sign in first");
    if (name === "NOOP") return (tellArrivals(client), ok());
    if (name === "LIST" || name === "LSUB") return (list(client, name, args[1] ?? ""), ok());
    if (name === "SELECT" || name === "EXAMINE") return select(client, tag, args[0] ?? "");
    if (name === "STATUS") {
      const found = folderOf(args[0] ?? "");
      if (!found) return no("[NONEXISTENT] no such folder");
      return (socket.write(`* STATUS "${found.name}" (MESSAGES ${found.mails.length})\r\n`), ok());
    }
    const { folder } = client;
    if (!folder) return no("select a folder first");
    if (name === "IDLE") return ((client.idle = tag), socket.write("+ idling\r\n"), tellArrivals(client));
    if (name === "UID SEARCH") {
      const uids = folder.search(args).map(({ uid }) => ` ${uid}`);
      return (socket.write(`* SEARCH${uids.join("")}\r\n`), ok());
    }
    if (name === "UID FETCH") {
      for (const mail of folder.select(args[0] ?? "")) await fetchOne(client, mail, args.slice(1).join(" "));
      return ok();
    }
    if (faults.refusesChanges) return no("not now");
    if (name === "UID STORE") return (store(folder, args), ok());
    if (name === "UID EXPUNGE" || name === "EXPUNGE") return (expunge(folder), ok());
    if (name === "UID MOVE") return move(folder, args) ? ok() : no("[TRYCREATE] no such folder");
    socket.write(`${tag} BAD ${name} is not served\r\n`);
  }

  function signIn(client: Client, { tag, name, args }: ImapCommand): void {
    const bearer = Buffer.from(args[1] ?? "", "base64").toString();
    const token =
      bearer
        .split("\u0001")
        .find((part) => part.startsWith("auth=Bearer "))
        ?.slice(12) ?? "";
    const isRight =
      name === "LOGIN" ? args[0] === account.username && args[1] === account.password : tokens.has(token);
    seen.signIns += 1;
    client.isSignedIn = isRight && !faults.refusesSignIn;
    const answer = client.isSignedIn ? "OK signed in" : "NO [AUTHENTICATIONFAILED] wrong";
    client.socket.write(`${tag} ${answer}\r\n`);
  }

  function list({ socket }: Client, name: string, pattern: string): void {
    if (pattern === "") return void socket.write(`* ${name} (\\Noselect) "/" ""\r\n`);
    for (const folder of folders) {
      if (!["*", "%"].includes(pattern) && folder.name !== pattern) continue;
      socket.write(`* ${name} (${folder.specialUse ?? ""}) "/" "${folder.name}"\r\n`);
    }
  }

  function select(client: Client, tag: string, name: string): void {
    const folder = folderOf(name);
    client.folder = folder;
    if (!folder) return void client.socket.write(`${tag} NO [NONEXISTENT] no such folder\r\n`);
    client.known = folder.mails.length;
    client.socket.write(
      [
        "* FLAGS (\\Seen \\Deleted)",
        `* ${folder.mails.length} EXISTS`,
        `* OK [UIDVALIDITY ${folder.uidvalidity}] valid`,
        `* OK [UIDNEXT ${folder.nextUid}] next`,
        `${tag} OK [READ-WRITE] selected\r\n`,
      ].join("\r\n"),
    );
  }

  /** A mail's answer; `BODY[]` is cut where the client asks for a part of it. */
  async function fetchOne({ socket, folder }: Client, mail: KeptMail, items: string): Promise<void> {
    const number = (folder?.mails.indexOf(mail) ?? 0) + 1;
    const body = /BODY(?:\.PEEK)?\[(HEADER)?\](?:<(\d+)\.(\d+)>)?/i.exec(items);
    const facts = [`UID ${mail.uid}`, `FLAGS (${[...mail.flags].join(" ")})`];
    if (/RFC822\.SIZE/i.test(items)) facts.push(`RFC822.SIZE ${mail.raw.length}`);
    if (!body) return void socket.write(`* ${number} FETCH (${facts.join(" ")})\r\n`);
    const [, header, from, length] = body;
    const whole = header ? mail.raw.subarray(0, mail.raw.indexOf("\r\n\r\n") + 4) : mail.raw;
    const start = Number(from ?? 0);
    const part = from === undefined ? whole : whole.subarray(start, start + Number(length));
    const section = `BODY[${header ?? ""}]${from === undefined ? "" : `<${start}>`}`;
    socket.write(`* ${number} FETCH (${facts.join(" ")} ${section} {${part.length}}\r\n`);
    await send(socket, part);
    socket.write(")\r\n");
  }

  async function send(socket: Socket, bytes: Buffer): Promise<void> {
    if (faults.dropsAfter !== null) {
      const cut = bytes.subarray(0, faults.dropsAfter);
      faults.dropsAfter = null;
      await new Promise((resolve) => socket.write(cut, resolve));
      throw new Error("dropped on command");
    }
    const { slow } = faults;
    if (!slow) return void socket.write(bytes);
    for (let at = 0; at < bytes.length && !socket.destroyed; at += slow.bytes) {
      socket.write(bytes.subarray(at, at + slow.bytes));
      await pause(slow.milliseconds);
    }
  }

  function expunge(folder: Folder): void {
    folder.remove(new Set(folder.mails.filter(({ flags }) => flags.has("\\Deleted")).map(({ uid }) => uid)));
    tellAll();
  }

  function move(folder: Folder, [set = "", name = ""]: string[]): boolean {
    const target = folderOf(name);
    if (!target) return false;
    const moved = folder.remove(new Set(folder.select(set).map(({ uid }) => uid)));
    for (const { raw, at, flags } of moved) target.add(raw, at, flags);
    tellAll();
    return true;
  }

  function tellArrivals(client: Client): void {
    const count = client.folder?.mails.length ?? 0;
    if (count !== client.known) client.socket.write(`* ${count} EXISTS\r\n`);
    client.known = count;
  }

  function tellAll(): void {
    for (const client of clients) if (client.idle !== null && !faults.isSilent) tellArrivals(client);
  }

  return {
    port,
    ...account,
    account,
    tokens,
    faults,
    /** Names of the commands that were sent, oldest first. */
    said,
    seen,
    connections: () => clients.size,
    folder: (name: string) => {
      const folder = folderOf(name);
      if (!folder) throw new Error(`there is no folder ${name}`);
      return folder;
    },
    /** A mail arrives; clients that idle hear of it. */
    deliver(raw: Buffer | string, { folder = "INBOX", at = new Date() } = {}): void {
      folderOf(folder)?.add(Buffer.from(raw), at);
      tellAll();
    },
    /** Ends all connections, as a restarted server does. */
    hangUp: () => clients.forEach(({ socket }) => socket.destroy()),
    stop: async () => {
      clients.forEach(({ socket }) => socket.destroy());
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
export type ImapServer = Awaited<ReturnType<typeof startImapServer>>;

function store(folder: Folder, [set = "", how = "", flags = ""]: string[]): void {
  for (const mail of folder.select(set))
    for (const flag of flags.replaceAll(/[()]/g, "").split(" "))
      if (how.startsWith("-")) mail.flags.delete(flag);
      else mail.flags.add(flag);
}
