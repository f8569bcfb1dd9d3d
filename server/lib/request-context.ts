import type { Kysely, RawBuilder } from "kysely";
import type SMTPTransport from "nodemailer/lib/smtp-transport/index.js";
import type pg from "pg";
import type { Logger } from "pino";
import type { z } from "zod";
import type { Actor } from "#contract/access/actor.ts";
import type { AllowanceSetting } from "#contract/allowances.ts";
import type { TicketSla } from "#contract/sla/ticket-fields.ts";
import type { TlsMode } from "#contract/mailboxes/mailbox-kinds.ts";
import type { Config } from "#server/config.ts";
import type { Reports } from "#server/db/read-replica.ts";
import type { Tables } from "#server/db/tables.ts";
import type { SealingKey } from "./crypto/sealing-key.ts";
import type { DnsResolver } from "./dns-resolver.ts";
import type { FileStore } from "./file-store/file-store.ts";
import type { PeopleFirst } from "./guard/people-first.ts";
import type { MailReader } from "./mime/read-in-worker.ts";
import type { Jobs } from "./work/jobs.ts";
import type { Live } from "./work/listen-notify.ts";

/** The database of a feature: the pool, or the transaction that `serve` opened. */
export type Db = Kysely<Tables>;

/** The one source of time; tests move it. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

/** The limits of the settings as this process read them last (server/allowances). */
export type Limits = { now(name: AllowanceSetting): number; refresh(): Promise<void> };

/** PostgreSQL's statistics of the words of tickets as this process read them last (server/tickets/search-index). */
export type WordFrequencies = {
  /** Tickets that there are, roughly. */
  rows(): number;
  /** The share of tickets with a word that begins with one of these, from 0 to 1; null where the statistics do not tell. */
  shareOf(beginnings: readonly string[]): number | null;
  refresh(): Promise<void>;
};

export type ConnectionLimiter = {
  /** Runs `work` when its person holds fewer connections than allowed. Refuses 429 when too many wait. */
  take<T>(personId: string, work: () => Promise<T>): Promise<T>;
};

/** A mailbox as its mails leave: its address, and its own server, null for that of the desk. */
export type MailSender = { address: string; server: SMTPTransport.Options | null };

/** What the mailboxes know of mail that leaves (server/mailboxes). */
export type MailSenders = {
  /** Null for a mailbox that is gone. Throws where its server cannot be signed in to. */
  find(mailboxId: string): Promise<MailSender | null>;
  /** The name of this desk in the headers of its mails. */
  readDeskId(): Promise<string>;
};

/** A server and how it is connected to. */
export type MailServer = { host: string; port: number; tls: TlsMode };

/** Where the great mail providers are reached; tests name servers of their own. */
export type MailProviders = Record<
  "microsoft" | "gmail",
  { name: string; imap: MailServer; smtp: MailServer; tokenUrl: (tenant: string) => string }
> & {
  /** Certificates of authorities that are trusted instead of those that Node knows. */
  authorities?: string;
};

/** Service levels as other features ask for them (server/sla). */
export type ServiceLevels = {
  /** Whether anybody has one, as this process knows: without, nothing is asked of them anywhere. */
  isOn(): boolean;
  refresh(): Promise<void>;
  /** Whether due times in lists are shown to the caller. */
  isShown(ctx: Pick<Ctx, "db" | "actor">): Promise<boolean>;
  /**
   * What the clocks of a visible ticket are computed from, as a column of a statement that reads more of it; `table` has its id
   * and its company. Null where the caller is not to know.
   */
  factsOf(asked: { actor: Actor }, table: string): RawBuilder<ClockFacts | null>;
  /** How the targets of a ticket stand by such facts; null where nothing is agreed, undefined where the caller is not to know. */
  describe(ctx: Ctx, facts: ClockFacts | null): Promise<z.input<typeof TicketSla>>;
  close(): Promise<void>;
};

/**
 * What a clock is computed from, as the database answers it: to be handed on (server/sla/events.ts). `generation` is how many
 * versions and choices there were by then.
 */
export type ClockFacts = { readonly generation: number };

/** Parts of the process that every request shares. */
export type App = {
  db: Db;
  pool: pg.Pool;
  /** Connections that keep what is set, locked or made on them, whatever pooler is before `pool` (decision 26). */
  sessions: pg.Pool;
  /** Source of metrics, exports and the audit log. */
  reports: Reports;
  config: Config;
  clock: Clock;
  jobs: Jobs;
  files: FileStore;
  mailSenders: MailSenders;
  sealingKey: SealingKey;
  mailProviders: MailProviders;
  limits: Limits;
  wordFrequencies: WordFrequencies;
  connectionLimiter: ConnectionLimiter;
  serviceLevels: ServiceLevels;
  live: Live;
  people: PeopleFirst;
  /** Takes mails apart in a thread that begins with the first one. */
  mailReader: MailReader;
  /** Keys and policies of mail domains. */
  dns: DnsResolver;
  log: Logger;
  /** Whether row-level security stands behind the rules for external users (server/lib/db/row-level-security.ts). */
  rowLevelSecurity: boolean;
  /** How transactions of external users are opened and signed. */
  guests: Guests;
};

export type Guests = {
  /** Connections that log in as the external users' role; null where the app's take that role for a transaction. */
  db: Db | null;
  /** Keys that sign the name of whoever asks (migration 0020); null where there is no such role. */
  keys: { inner: Buffer; outer: Buffer } | null;
};

/** The signed-in person, with more than the rules need. */
export type SignedIn = Actor & {
  session_id: string;
  email: string;
  fullname: string;
  /** Somebody else chose the password: until it is changed, nothing else is open (rule 110). */
  must_change_password: boolean;
  /** A role requires a second factor and there is none: until it is set up, nothing else is open (decision 12). */
  must_set_up_second_factor: boolean;
  /** The time at which the session began, or its person last confirmed who they are. */
  confirmed_at: Date;
};

/** Everything a feature's function may use. Nothing is global: a query outside `ctx.db` would leave the transaction. */
export type Ctx = {
  app: App;
  db: Db;
  actor: SignedIn;
  now: Date;
  ip: string | null;
  userAgent: string | null;
  requestId: string;
  /** The channel of the action, as the history keeps it. */
  via: "web" | "mail" | "system" | "import" | "shell";
  /** Nobody is mailed about what is done; it stands in the app. */
  isQuiet?: boolean;
};

/** The context of public endpoints, where nobody need be signed in. */
export type OpenCtx = Omit<Ctx, "actor"> & { actor: SignedIn | null };

/** Ids of the principals that the first migration makes. */
export const SYSTEM_PRINCIPAL = "00000000-0000-4000-8000-000000000001";
export const IMPORT_PRINCIPAL = "00000000-0000-4000-8000-000000000002";
