import type { FastifyInstance } from "fastify";

/** Scripts from here alone; inline styles are what the toasts need; nothing may frame, embed or rebase the app. */
const POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

/** Sets security headers on every answer; API answers are never stored. */
export function setHeaders(fastify: FastifyInstance, options: { https: boolean }): void {
  fastify.addHook("onSend", async (request, reply) => {
    if (!reply.hasHeader("content-security-policy")) reply.header("content-security-policy", POLICY);
    reply.header("x-content-type-options", "nosniff");
    reply.header("referrer-policy", "no-referrer");
    reply.header("cross-origin-opener-policy", "same-origin");
    reply.header("cross-origin-resource-policy", "same-origin");
    reply.header("permissions-policy", "camera=(), microphone=(), geolocation=()");
    if (options.https) reply.header("strict-transport-security", "max-age=31536000; includeSubDomains");
    if (request.url.startsWith("/api/")) {
      reply.header("x-request-id", request.id);
      if (!reply.hasHeader("cache-control")) reply.header("cache-control", "no-store");
    }
  });
}
