import type { FastifyRequest } from "fastify";
import type { Config } from "#server/config.ts";
import { refuse } from "../refusal.ts";

/**
 * Refuses 403 when a browser says that another site sent the request; for calls that a cookie alone authorizes. Another
 * scheme of the same host is another site. Clients that are no browsers send neither header, and carry no cookie of
 * somebody else.
 */
export function refuseForeignOrigin(request: FastifyRequest, config: Config): void {
  const { origin } = request.headers;
  const site = request.headers["sec-fetch-site"];
  const isAllowed = origin !== undefined && config.allowedOrigins.includes(origin);
  if (isAllowed) return;
  if (site !== undefined && site !== "same-origin" && site !== "none")
    throw refuse(403, "request.other_site");
  if (origin === undefined || origin === new URL(config.publicUrl).origin) return;
  if (!isOwnOrigin(origin, request)) throw refuse(403, "request.other_site");
}

/** A browser that says `same-origin` compared the scheme itself; a proxy that ends TLS may hide it from the server. */
function isOwnOrigin(origin: string, { headers, protocol }: FastifyRequest): boolean {
  if (!URL.canParse(origin)) return false;
  const { host, protocol: scheme } = new URL(origin);
  if (host !== headers.host) return false;
  return headers["sec-fetch-site"] === "same-origin" || scheme === `${protocol}:`;
}
