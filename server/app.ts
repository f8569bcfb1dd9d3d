import cookie from "@fastify/cookie";
import type { FastifyInstance } from "fastify";
import type pg from "pg";
import type { Logger } from "pino";
import { listEndpoints } from "#contract/api.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { reference } from "#contract/reference.ts";
import { openLimits } from "#server/allowances/current-limits.ts";
import { openWordFrequencies } from "#server/tickets/search-index/word-frequencies.ts";
import { allowanceRoutes } from "#server/allowances/routes.ts";
import { auditRoutes } from "#server/audit/routes.ts";
import { authRoutes } from "#server/auth/routes.ts";
import { identifyActor } from "#server/auth/session/identify-actor.ts";
import { backupRoutes } from "#server/backup/routes.ts";
import { onboardingRoutes } from "#server/onboarding/routes.ts";
import { calendarRoutes } from "#server/calendars/routes.ts";
import { checklistRoutes } from "#server/checklists/routes.ts";
import { commentRoutes } from "#server/comments/routes.ts";
import { startSending } from "#server/comments/scheduled/dispatcher.ts";
import { companyRoutes } from "#server/companies/routes.ts";
import type { Config } from "./config.ts";
import { dashboardRoutes } from "#server/dashboard/routes.ts";
import { explainSeparation, readSeparation } from "#server/db/database-roles.ts";
import type { DatabaseLogin } from "#server/db/open-database.ts";
import { explainMissingLimits } from "#server/db/session-limits.ts";
import { openReadReplica, type Reports } from "#server/db/read-replica.ts";
import { groupRoutes } from "#server/groups/routes.ts";
import { healthRoutes } from "./health.ts";
import { compressAnswers } from "#server/lib/http/compress.ts";
import { sendLongAnswersAsBytes } from "#server/lib/http/long-answers.ts";
import { systemClock, type Clock, type Db, type App } from "#server/lib/request-context.ts";
import { refuseMissingRoutes, refuseUndeclaredRoutes } from "#server/lib/http/default-deny.ts";
import { openGracefulShutdown, type GracefulShutdown } from "#server/lib/guard/graceful-shutdown.ts";
import { openSealingKey } from "#server/lib/crypto/sealing-key.ts";
import { openConnectionLimiter } from "#server/lib/guard/connection-limit-per-person.ts";
import { type DnsResolver, systemDns } from "#server/lib/dns-resolver.ts";
import { openFileStore } from "#server/lib/file-store/open-file-store.ts";
import { openGuests } from "#server/lib/db/row-level-security.ts";
import { setHeaders } from "#server/lib/http/security-headers.ts";
import { openJobs, refuseUnhandledJobs, type JobHandler } from "#server/lib/work/jobs.ts";
import { announceAfterCommit } from "#server/lib/work/announce-after-commit.ts";
import { createMailReader } from "#server/lib/mime/read-in-worker.ts";
import { openLive } from "#server/lib/work/listen-notify.ts";
import { makeLog } from "#server/lib/log.ts";
import { logResponses, openHttpServer } from "#server/lib/http/open-http-server.ts";
import { answerProblems, sendRefusal } from "#server/lib/http/problem-details.ts";
import { refuse } from "#server/lib/refusal.ts";
import { openObjectVisibility } from "#server/lib/http/object-visibility.ts";
import type { RouteContext } from "#server/lib/http/serve-endpoint.ts";
import { endLateAnswers } from "#server/lib/guard/late-answers.ts";
import { type Bounds, shedLoad } from "#server/lib/guard/load-shedding.ts";
import { openPeopleFirst } from "#server/lib/guard/people-first.ts";
import { endSlowBodies } from "#server/lib/guard/slow-bodies.ts";
import { watchDiskSpace } from "#server/lib/guard/disk-space.ts";
import { liveRoutes } from "#server/live/routes.ts";
import { mailRoutes } from "#server/mail/routes.ts";
import { openMailSenders } from "#server/mailboxes/senders.ts";
import { MAIL_PROVIDERS } from "#server/mailboxes/providers.ts";
import { mailboxRoutes } from "#server/mailboxes/routes.ts";
import { metricsRoutes } from "#server/metrics/routes.ts";
import { referenceRoutes } from "#server/reference/routes.ts";
import { syncRoles } from "#server/roles/sync-roles.ts";
import { mailHookRoutes } from "#server/incoming/doors/routes.ts";
import { startReminding } from "#server/inbox/jobs.ts";
import { inboxRoutes } from "#server/inbox/routes.ts";
import { incomingRoutes } from "#server/incoming/routes.ts";
import { importRoutes } from "#server/import/routes.ts";
import { retentionRoutes } from "#server/retention/routes.ts";
import { roleRoutes } from "#server/roles/routes.ts";
import { openServiceLevels } from "#server/sla/service-levels.ts";
import { slaRoutes } from "#server/sla/routes.ts";
import { startRenewing } from "#server/sla/due/start-renewing.ts";
import { startWaking } from "#server/tickets/follow-up/wake.ts";
import { settingsRoutes } from "#server/settings/routes.ts";
import { incidentRoutes } from "#server/incidents/routes.ts";
import { linkRoutes } from "#server/links/routes.ts";
import { macroRoutes } from "#server/macros/routes.ts";
import { replyRoutes } from "#server/replies/routes.ts";
import { mergeRoutes } from "#server/merges/routes.ts";
import { tagRoutes } from "#server/tags/routes.ts";
import { ticketRoutes } from "#server/tickets/routes.ts";
import { viewRoutes } from "#server/views/routes.ts";
import { trashRoutes } from "#server/trash/routes.ts";
import { uploadRoutes } from "#server/uploads/routes.ts";
import { openLastOnline } from "#server/users/last-online.ts";
import { userRoutes } from "#server/users/routes.ts";
import { serveWeb } from "./serve-web-app.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}

export type Parts = {
  db: Db;
  pool: pg.Pool;
  /** Connections past a pooler. Absent: those of `pool` keep their sessions. */
  sessions?: pg.Pool;
  /** The login of external users' requests. Absent: they share the app's connections. */
  guests?: DatabaseLogin | null;
  /** Absent: reports are read from the primary. */
  reports?: Reports;
  config: Config;
  clock?: Clock;
  log?: Logger;
  background?: boolean;
  /** Absent: that of the system. */
  dns?: DnsResolver;
  /** Limits of load shedding, where they differ from what a desk needs. */
  bounds?: Partial<Bounds>;
  /** Milliseconds in which a body other than an upload has to be here, where it is not the usual time. */
  bodyTime?: number;
  /** Milliseconds in which a request is answered, where it is not the usual time. */
  answerTime?: number;
};
export type RunningApp = {
  fastify: FastifyInstance;
  app: App;
  jobs: JobHandler[];
  /** Runs before `close`, so that nobody is cut off. */
  leaving: GracefulShutdown;
  close(): Promise<void>;
};

/** All features. Order does not matter; paths do not overlap. */
const FEATURES: ((router: RouteContext) => void)[] = [
  referenceRoutes,
  authRoutes,
  settingsRoutes,
  retentionRoutes,
  importRoutes,
  mailRoutes,
  incomingRoutes,
  mailHookRoutes,
  mailboxRoutes,
  auditRoutes,
  roleRoutes,
  companyRoutes,
  groupRoutes,
  userRoutes,
  ticketRoutes,
  macroRoutes,
  replyRoutes,
  tagRoutes,
  linkRoutes,
  incidentRoutes,
  mergeRoutes,
  viewRoutes,
  calendarRoutes,
  checklistRoutes,
  commentRoutes,
  inboxRoutes,
  uploadRoutes,
  liveRoutes,
  dashboardRoutes,
  onboardingRoutes,
  backupRoutes,
  trashRoutes,
  allowanceRoutes,
  slaRoutes,
];

/** Builds the server over an open, migrated database. `background` false leaves queued jobs to the caller's `drain`. */
export async function buildApp(parts: Parts): Promise<RunningApp> {
  const log = parts.log ?? makeLog(parts.config);
  const jobs: JobHandler[] = [];
  const reads = openObjectVisibility();
  const live = openLive(parts.sessions ?? parts.pool, log);
  const announcements = announceAfterCommit(live, log);
  const keepsSession = parts.config.preparedStatements;
  await announcements.collectFrom(parts.pool, { keepsSession });
  if (parts.guests) await announcements.collectFrom(parts.guests.pool, { keepsSession });
  const people = openPeopleFirst();
  const queue = await openJobs(parts.pool, log, parts.background ?? true, { people, db: parts.db });
  const app = await openApp(parts, { log, jobs: queue, live, people });
  await syncRoles(parts.db);
  const fastify = openHttpServer(parts.config, log);
  await fastify.register(cookie);
  answerProblems(fastify);
  setHeaders(fastify, { https: parts.config.publicUrl.startsWith("https:") });
  refuseUndeclaredRoutes(fastify);
  identifyActor(fastify, app);
  touchLastOnline(fastify, app);
  logResponses(fastify);
  shedLoad(fastify, parts.bounds);
  people.watch(fastify);
  endSlowBodies(fastify, parts.bodyTime);
  endLateAnswers(fastify, parts.answerTime);
  sendLongAnswersAsBytes(fastify);
  compressAnswers(fastify);
  const leaving = openGracefulShutdown(fastify);
  watchDiskSpace(fastify, parts.config.dataDir, log);
  healthRoutes({ app, fastify, jobs, reads }, leaving);
  await metricsRoutes({ app, fastify, jobs, reads });
  await fastify.register(
    async (api) => {
      for (const register of FEATURES) register({ app, fastify: api, jobs, reads });
      api.setNotFoundHandler((request, reply) =>
        sendRefusal(request, reply, refuse(404, "request.unknown_address")),
      );
    },
    { prefix: "/api" },
  );
  refuseMissingRoutes(fastify, [...listEndpoints(), ...Object.values(reference)]);
  reads.refuseMissing(listEndpoints());
  await serveWeb(fastify);
  refuseUnhandledJobs(jobs);
  await app.jobs.work(jobs);
  const timed: { stop(): Promise<void> }[] = [];
  if (parts.background ?? true)
    for (const start of [startSending, startWaking, startReminding, startRenewing])
      // oxlint-disable-next-line no-await-in-loop -- each listens to the one connection for notices
      timed.push(await start(app));
  return {
    fastify,
    app,
    jobs,
    leaving,
    async close() {
      await fastify.close();
      await Promise.all(timed.map((each) => each.stop()));
      await app.jobs.stop();
      await app.mailReader.stop();
      await announcements.end();
      await app.live.stop();
      await app.serviceLevels.close();
      app.files.close();
    },
  };
}

/** Opens the parts that every request shares: clock, reports, files, live notices. */
async function openApp(parts: Parts, shared: Pick<App, "log" | "jobs" | "live" | "people">): Promise<App> {
  const { db, pool, config } = parts;
  const { log } = shared;
  const limits = await openLimits(db, log);
  const separation = await readSeparation(pool, parts.guests?.pool ?? null);
  const missing = explainSeparation(separation);
  if (missing) log.warn(missing);
  for (const login of config.preparedStatements ? [] : [pool, parts.guests?.pool])
    if (login) await warnOfMissingLimits(login, log);
  const app: App = {
    db,
    pool,
    sessions: parts.sessions ?? pool,
    reports: parts.reports ?? openReadReplica(parts, null, log),
    config,
    clock: parts.clock ?? systemClock,
    rowLevelSecurity: separation.guests !== "off",
    guests: await openGuests(db, parts.guests?.db ?? null, separation),
    limits,
    wordFrequencies: await openWordFrequencies(db, log),
    connectionLimiter: openConnectionLimiter(limits),
    serviceLevels: await openServiceLevels(parts, log),
    sealingKey: openSealingKey(config),
    mailProviders: MAIL_PROVIDERS,
    files: await openFileStore(config, log),
    mailReader: createMailReader(),
    dns: parts.dns ?? systemDns(),
    mailSenders: openMailSenders(() => app),
    ...shared,
  };
  return app;
}

async function warnOfMissingLimits(pool: pg.Pool, log: Logger): Promise<void> {
  const missing = await explainMissingLimits(pool);
  if (missing) log.warn(missing);
}

function touchLastOnline(fastify: FastifyInstance, app: App): void {
  const touch = openLastOnline(app.db);
  fastify.addHook("onResponse", async (request) => {
    if (request.actor) await touch(request.actor.id, app.clock.now());
  });
}
