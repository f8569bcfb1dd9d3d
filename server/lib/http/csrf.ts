import type { FastifyRequest } from "fastify";
import type { Config } from "#server/config.ts";
import { refuse } from "../refusal.ts";

/**
 * Refuses 403 when a browser says that another site sent the request; for calls that a cookie alone authorizes.
 * Clients that are no browsers send neither header, and carry no cookie of somebody else.
 */
export function refuseForeignOrigin(request: FastifyRequest, config: Config): void {
  const { origin, host } = request.headers;
  const site = request.headers["sec-fetch-site"];
  const isAllowed = origin !== undefined && config.allowedOrigins.includes(origin);
  if (isAllowed) return;
  if (site !== undefined && site !== "same-origin" && site !== "none")
    throw refuse(403, "request.other_site");
  if (origin === undefined || origin === new URL(config.publicUrl).origin) return;
  if (parseHost(origin) !== host) throw refuse(403, "request.other_site");
}

function parseHost(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}
