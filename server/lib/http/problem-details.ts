import { STATUS_CODES } from "node:http";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { readSqlState, isDatabaseAway } from "#server/db/database-error.ts";
import { FilesAway } from "../file-store/file-store.ts";
import { refuseValueOf } from "./refuse-unstorable-text.ts";
import { type PlainRefusalOf, Refusal, refuse } from "../refusal.ts";

/**
 * Answers every error as application/problem+json with one sentence in `detail` (rule 39); internals are logged, and
 * the answer names their request id.
 */
export function answerProblems(fastify: FastifyInstance): void {
  fastify.setErrorHandler(async (error: FastifyError, request, reply) => {
    const refusal = toRefusal(error) ?? refuseValueOf(error, request);
    if (refusal) return sendRefusal(request, reply, refusal);
    request.log.error({ err: error }, "request failed");
    return sendRefusal(request, reply, refuse(500, "server.internal_error"));
  });
}

/** Sends a refusal as a problem, for handlers beside the routes. */
export function sendRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { errors, extensions, retryAfter } = refusal.extras;
  if (retryAfter !== undefined) reply.header("retry-after", retryAfter);
  const { status, message, code, params } = refusal;
  const title = STATUS_CODES[status];
  const problem = {
    title,
    status,
    detail: message,
    code,
    params,
    errors,
    ...extensions,
    request_id: request.id,
  };
  return reply.code(status).type("application/problem+json").send(JSON.stringify(problem));
}

function toRefusal(error: FastifyError): Refusal | null {
  if (error instanceof Refusal) return error;
  const taken = findTakenName(error);
  if (taken) return taken;
  if (error instanceof FilesAway) return refuse(503, "server.files_away", { retryAfter: error.retryAfter });
  if (isDatabaseAway(error)) return refuse(503, "server.database_away", { retryAfter: 2 });
  // lock_timeout, statement_timeout: the transaction is gone, and a moment later the same may pass.
  if (/^(55P03|57014)$/.test(readSqlState(error))) return refuse(503, "server.timed_out", { retryAfter: 2 });
  if (readSqlState(error) === "53100" || error.code === "ENOSPC") return refuse(507, "server.disk_full");
  // Two slashes or dots in the path of a file of the app: there is none.
  if (error.code === "FST_STATIC_FORBIDDEN_PATH") return refuse(404, "request.unknown_address");
  if (error.code === "FST_ERR_CTP_BODY_TOO_LARGE") return refuse(413, "request.too_large");
  if (error.code === "FST_ERR_CTP_INVALID_MEDIA_TYPE") return refuse(415, "request.not_json");
  if (error.statusCode === 400) return refuse(400, "request.invalid_json");
  if (error.statusCode !== undefined && error.statusCode < 500)
    return new Refusal(error.statusCode, "request.malformed", { params: { reason: error.message } });
  return null;
}

/** Unique indexes over names that two people took at the same moment, or that the caller may not see. */
const TAKEN: Record<string, PlainRefusalOf<409>> = {
  users_email: "user.email_taken",
  companies_name: "company.name_taken",
  groups_name: "group.name_taken",
};

function findTakenName(error: Error): Refusal | null {
  if (readSqlState(error) !== "23505" || !("constraint" in error)) return null;
  const id = TAKEN[String(error.constraint)];
  return id === undefined ? null : refuse(409, id);
}
