import { join } from "node:path";
import cookie from "@fastify/cookie";
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from "fastify";
import type pg from "pg";
import type { Logger } from "pino";
import { everyEndpoint } from "#contract/api.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { LIMITS } from "#contract/limits.ts";
import { reference } from "#contract/reference.ts";
import { auditRoutes } from "./audit/routes.ts";
import { authRoutes } from "./auth/routes.ts";
import { actorOf } from "./auth/session.ts";
import { backupRoutes } from "./backup/routes.ts";
import { beginningRoutes } from "./beginning/routes.ts";
import { commentRoutes } from "./comments/routes.ts";
import { companyRoutes } from "./companies/routes.ts";
import type { Config } from "./config.ts";
import { dashboardRoutes } from "./dashboard/routes.ts";
import { openReports, type Reports } from "./db/reports.ts";
import { groupRoutes } from "./groups/routes.ts";
import { healthRoutes } from "./health.ts";
import { compressAnswers } from "./lib/compress.ts";
import { systemClock, type Clock, type Db, type House, type SignedIn } from "./lib/context.ts";
import { refuseMissingRoutes, refuseUndeclaredRoutes } from "./lib/default-deny.ts";
import { openDrain, type Drain } from "./lib/drain.ts";
import { openFileStore } from "./lib/files.ts";
import { settleSecondLine } from "./lib/guest.ts";
import { setHeaders } from "./lib/headers.ts";
import { openJobs, type Job, type Jobs } from "./lib/jobs.ts";
import { openLive } from "./lib/live.ts";
import { makeLog } from "./lib/log.ts";
import { answerProblems, sendRefusal } from "./lib/problem.ts";
import { refuse } from "./lib/refusal.ts";
import type { Floor } from "./lib/serve.ts";
import { type Bounds, shedLoad } from "./lib/shed.ts";
import { keepWatermark } from "./lib/watermark.ts";
import { liveRoutes } from "./live/routes.ts";
import { mailRoutes } from "./mail/routes.ts";
import { metricsRoutes } from "./metrics/routes.ts";
import { referenceRoutes } from "./reference/routes.ts";
import { settleRoles } from "./roles/catalogue.ts";
import { roleRoutes } from "./roles/routes.ts";
import { settingsRoutes } from "./settings/routes.ts";
import { ticketRoutes } from "./tickets/routes.ts";
import { trashRoutes } from "./trash/routes.ts";
import { uploadRoutes } from "./uploads/routes.ts";
import { openLastOnline } from "./users/last-online.ts";
import { userRoutes } from "./users/routes.ts";
import { serveWeb } from "./web.ts";

declare module "fastify" {
  interface FastifyRequest {
    actor: SignedIn | null;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}

export type Parts = {
  db: Db;
  pool: pg.Pool;
  /** Without it reports are read where everything is. */
  reports?: Reports;
  config: Config;
  clock?: Clock;
  log?: Logger;
  background?: boolean;
  /** When work is refused at the door, where that differs from what a desk needs. */
  bounds?: Partial<Bounds>;
};
export type App = {
  app: FastifyInstance;
  house: House;
  jobs: Job[];
  /** Before `close`, so that nobody is cut off. */
  leaving: Drain;
  close(): Promise<void>;
};

/** The list of rooms. Order does not matter; paths do not overlap. */
const ROOMS: ((floor: Floor) => void)[] = [
  referenceRoutes,
  authRoutes,
  settingsRoutes,
  mailRoutes,
  auditRoutes,
  roleRoutes,
  companyRoutes,
  groupRoutes,
  userRoutes,
  ticketRoutes,
  commentRoutes,
  uploadRoutes,
  liveRoutes,
  dashboardRoutes,
  beginningRoutes,
  backupRoutes,
  trashRoutes,
];

/** Builds the server over an open, migrated database. `background` false leaves queued work to whoever drains it. */
export async function buildApp(parts: Parts): Promise<App> {
  const log = parts.log ?? makeLog(parts.config);
  const jobs: Job[] = [];
  const queue = await openJobs(parts.pool, log, parts.background ?? true);
  const house = await openHouse(parts, log, queue);
  await settleRoles(parts.db);
  const app = openServer(parts.config, log);
  await app.register(cookie);
  answerProblems(app);
  setHeaders(app, { https: parts.config.publicUrl.startsWith("https:") });
  refuseUndeclaredRoutes(app);
  knowTheActor(app, house);
  logAnswers(app);
  shedLoad(app, parts.bounds);
  compressAnswers(app);
  const leaving = openDrain(app);
  keepWatermark(app, parts.config.dataDir, log);
  healthRoutes({ house, app, jobs }, leaving);
  metricsRoutes({ house, app, jobs });
  await app.register(
    async (api) => {
      for (const room of ROOMS) room({ house, app: api, jobs });
      api.setNotFoundHandler((request, reply) =>
        sendRefusal(request, reply, refuse(404, "There is nothing at this address")),
      );
    },
    { prefix: "/api" },
  );
  refuseMissingRoutes(app, [...everyEndpoint(), ...Object.values(reference)]);
  await serveWeb(app);
  await house.jobs.work(jobs);
  return {
    app,
    house,
    jobs,
    leaving,
    async close() {
      await app.close();
      await house.live.stop();
      await house.jobs.stop();
    },
  };
}

/** What the process holds, over the parts that were opened for it. */
async function openHouse(parts: Parts, log: Logger, jobs: Jobs): Promise<House> {
  const { db, pool, config } = parts;
  const secondLine = await settleSecondLine(db);
  if (!secondLine) log.warn("row-level security is off: the database server has no role waypost_guest");
  return {
    db,
    pool,
    reports: parts.reports ?? openReports(parts, null, log),
    config,
    clock: parts.clock ?? systemClock,
    log,
    jobs,
    secondLine,
    files: openFileStore(join(config.dataDir, "files")),
    live: openLive(pool, log),
  };
}

/** The HTTP server, without anything to answer yet. */
function openServer(config: Config, log: Logger): FastifyInstance {
  const loggerInstance: FastifyBaseLogger = log;
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: LIMITS.jsonBytes,
    ...PATIENCE,
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    requestIdHeader: false,
    genReqId: () => crypto.randomUUID(),
    routerOptions: { maxParamLength: 200 },
  });
  app.server.maxConnections = MOST_CONNECTIONS;
  // What a form of another site can send without asking first is read nowhere.
  app.removeContentTypeParser("text/plain");
  return app;
}

/**
 * Milliseconds, and how many connections at once. A client that sends slowly, stalls or vanishes costs a socket for so
 * long and nothing else: no connection to the database is taken before the whole body is here.
 */
const PATIENCE = {
  // Whoever is being answered is waited for; who only keeps a connection open is not.
  forceCloseConnections: "idle" as const,
  // Nor is whoever asks on an old connection while the last answers go out.
  return503OnClosing: false,
  // Without a byte in either direction. Event streams beat every 15 seconds; no statement runs longer than 30.
  connectionTimeout: 35_000,
  // For a whole upload on a slow line.
  requestTimeout: 300_000,
  // Longer than proxies keep theirs, so that they close first.
  keepAliveTimeout: 72_000,
  http: { headersTimeout: 15_000, connectionsCheckingInterval: 5000 },
};
const MOST_CONNECTIONS = 5000;

function knowTheActor(app: FastifyInstance, house: House): void {
  app.decorateRequest("actor", null);
  app.addHook("preHandler", async (request) => {
    request.actor = await actorOf(house, request.headers.authorization);
  });
  const touchLastOnline = openLastOnline(house.db);
  app.addHook("onResponse", async (request) => {
    if (request.actor) await touchLastOnline(request.actor.id, house.clock.now());
  });
}

/** One line an answer: who (by id) did what, how it ended and how long it took; never what was said. */
function logAnswers(app: FastifyInstance): void {
  app.addHook("onResponse", async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? "unknown",
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        actor: request.actor?.id,
      },
      "answered",
    );
  });
}
