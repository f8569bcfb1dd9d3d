import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "#server/config.ts";

/** Over https the prefix pins the cookie to this host and path /; plain http is localhost, where browsers refuse the prefix. */
const isHttps = (config: Config) => config.publicUrl.startsWith("https:");
const withPrefix = (config: Config, name: string) => (isHttps(config) ? `__Host-${name}` : name);
const cookieName = (config: Config) => withPrefix(config, "refresh");
const cookieOptions = (config: Config) =>
  ({
    httpOnly: true,
    sameSite: "strict",
    secure: isHttps(config),
    path: isHttps(config) ? "/" : "/api/auth",
  }) as const;

export function readRefreshCookie(request: FastifyRequest, config: Config): string | undefined {
  return request.cookies[cookieName(config)];
}

/** Kept for `lifetime` milliseconds: a date would be compared with the clock of a device, which may be days off. */
export function setRefreshCookie(reply: FastifyReply, config: Config, token: string, lifetime: number): void {
  reply.setCookie(cookieName(config), token, {
    ...cookieOptions(config),
    maxAge: Math.floor(lifetime / 1000),
  });
}

export function clearRefreshCookie(reply: FastifyReply, config: Config): void {
  reply.clearCookie(cookieName(config), cookieOptions(config));
}

/** Seconds; browsers keep cookies no longer. */
const BROWSER_LIFETIME = 400 * 24 * 3600;

export function readBrowserCookie(request: FastifyRequest, config: Config, name: string): string | undefined {
  return request.cookies[withPrefix(config, name)];
}

export function setBrowserCookie(
  reply: FastifyReply,
  config: Config,
  { name, value }: { name: string; value: string },
): void {
  reply.setCookie(withPrefix(config, name), value, { ...cookieOptions(config), maxAge: BROWSER_LIFETIME });
}
