import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "#server/config.ts";

/** Over https the prefix pins the cookie to this host and path /; plain http is localhost, where browsers refuse the prefix. */
const isHttps = (config: Config) => config.publicUrl.startsWith("https:");
const nameOf = (config: Config) => (isHttps(config) ? "__Host-refresh" : "refresh");
const optionsOf = (config: Config) =>
  ({
    httpOnly: true,
    sameSite: "strict",
    secure: isHttps(config),
    path: isHttps(config) ? "/" : "/api/auth",
  }) as const;

export function refreshCookie(request: FastifyRequest, config: Config): string | undefined {
  return request.cookies[nameOf(config)];
}

export function setRefreshCookie(reply: FastifyReply, config: Config, token: string, expires: Date): void {
  reply.setCookie(nameOf(config), token, { ...optionsOf(config), expires });
}

export function clearRefreshCookie(reply: FastifyReply, config: Config): void {
  reply.clearCookie(nameOf(config), optionsOf(config));
}
