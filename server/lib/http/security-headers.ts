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

/** The headers of every answer, whatever it is. */
export function listHeaders({ https }: { https: boolean }): Record<string, string> {
  return {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    ...(https && { "strict-transport-security": "max-age=31536000; includeSubDomains" }),
  };
}

/** Sets security headers on every answer; API answers are never stored. */
export function setHeaders(fastify: FastifyInstance, options: { https: boolean }): void {
  const { "content-security-policy": policy, ...others } = listHeaders(options);
  fastify.addHook("onSend", async (request, reply) => {
    if (!reply.hasHeader("content-security-policy")) reply.header("content-security-policy", policy);
    reply.headers(others);
    if (request.url.startsWith("/api/")) {
      reply.header("x-request-id", request.id);
      if (!reply.hasHeader("cache-control")) reply.header("cache-control", "no-store");
    }
  });
}
