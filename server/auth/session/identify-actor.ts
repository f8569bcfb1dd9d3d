import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Endpoint, isWithoutSession, isWrite } from "#contract/endpoint.ts";
import type { Spending } from "#server/allowances/definitions.ts";
import { openRefusedCallers } from "#server/allowances/refused-callers.ts";
import { refuseExceeded } from "#server/allowances/spend.ts";
import type { App, SignedIn } from "#server/lib/request-context.ts";
import { findActor, findSpendingActor } from "./session.ts";

declare module "fastify" {
  interface FastifyRequest {
    actor: SignedIn | null;
  }
}

/**
 * Finds out who asks, and counts what they write, before a byte of the body is read and before a connection is taken
 * for the work: what is too much costs little. Both refuse 429 what is more than is allowed.
 */
export function identifyActor(fastify: FastifyInstance, app: App): void {
  const refused = openRefusedCallers();
  fastify.decorateRequest("actor", null);
  // This hook runs before the shedding of load counts requests: whoever is refused again takes no place of others.
  fastify.addHook("onRequest", async ({ headers: { authorization }, routeOptions }) => {
    if (authorization && findSpendings(routeOptions.config.endpoint).length > 0)
      await refused.refuse(authorization, app.clock.now());
  });
  fastify.addHook("preParsing", async (request) => {
    request.actor = await findCaller(app, request, refused);
  });
}

async function findCaller(
  app: App,
  { headers: { authorization }, routeOptions }: FastifyRequest,
  refused: ReturnType<typeof openRefusedCallers>,
): Promise<SignedIn | null> {
  const { endpoint } = routeOptions.config;
  // Whether the process lives, and the built files, are the same for everybody.
  if (!endpoint) return null;
  const spendings = findSpendings(endpoint);
  if (!authorization || spendings.length === 0) return findActor(app, authorization);
  const { actor, exceeded } = await findSpendingActor(app, authorization, spendings);
  if (!exceeded) return actor;
  if (exceeded.name === "writes") refused.remember(authorization, exceeded, app.clock.now());
  throw refuseExceeded(exceeded);
}

/** Lists what a request spends. Endpoints without a session have counts of their own, by network and address. */
function findSpendings(endpoint: Endpoint | undefined): Spending[] {
  if (!endpoint || !isWrite(endpoint) || isWithoutSession(endpoint.policy)) return [];
  return endpoint.spends ? [{ name: "writes" }, { name: endpoint.spends }] : [{ name: "writes" }];
}
