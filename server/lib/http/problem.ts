import { STATUS_CODES } from "node:http";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { MESSAGES } from "#contract/messages.ts";
import { readSqlState, isDatabaseAway } from "#server/db/database-error.ts";
import { Refusal, refuse } from "../refusal.ts";

/**
 * Answers every error as application/problem+json with one sentence in `detail` (rule 39); internals are logged, and
 * the answer names their request id.
 */
export function answerProblems(fastify: FastifyInstance): void {
  fastify.setErrorHandler(async (error: FastifyError, request, reply) => {
    const refusal = toRefusal(error);
    if (refusal) return sendRefusal(request, reply, refusal);
    request.log.error({ err: error }, "request failed");
    return send(request, reply, 500, { detail: MESSAGES.anErrorOccurred, code: "internal_error" });
  });
}

/** Sends a refusal as a problem, for handlers beside the routes. */
export function sendRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { errors, facts, retryAfter } = refusal.extras;
  if (retryAfter !== undefined) reply.header("retry-after", retryAfter);
  return send(request, reply, refusal.status, {
    detail: refusal.message,
    code: refusal.code,
    errors,
    ...facts,
  });
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  body: Record<string, unknown>,
): FastifyReply {
  const problem = { title: STATUS_CODES[status], status, ...body, request_id: request.id };
  return reply.code(status).type("application/problem+json").send(JSON.stringify(problem));
}

function toRefusal(error: FastifyError): Refusal | null {
  if (error instanceof Refusal) return error;
  const taken = findTakenName(error);
  if (taken) return taken;
  if (isDatabaseAway(error))
    return refuse(503, "The database cannot be reached right now. Try again in a moment.", { retryAfter: 2 });
  // lock_timeout, statement_timeout: the transaction is gone, and a moment later the same may pass.
  if (/^(55P03|57014)$/.test(readSqlState(error)))
    return refuse(503, "This took too long, so nothing was changed. Try again in a moment.", {
      retryAfter: 2,
    });
  if (readSqlState(error) === "53100") return refuse(507, "The disk is full, so nothing could be saved.");
  if (error.code === "FST_ERR_CTP_BODY_TOO_LARGE") return refuse(413, "The request is too large");
  if (error.code === "FST_ERR_CTP_INVALID_MEDIA_TYPE")
    return refuse(415, "Send JSON (Content-Type: application/json)");
  if (error.statusCode === 400) return refuse(400, "The request body is not valid JSON");
  if (error.statusCode !== undefined && error.statusCode < 500)
    return refuse(error.statusCode, error.message);
  return null;
}

/** Unique indexes over names that two people took at the same moment, or that the caller may not see. */
const TAKEN: Record<string, string> = {
  users_email: MESSAGES.emailTaken,
  companies_name: MESSAGES.companyNameTaken,
  groups_name: MESSAGES.teamNameTaken,
};

function findTakenName(error: Error): Refusal | null {
  if (readSqlState(error) !== "23505" || !("constraint" in error)) return null;
  const words = TAKEN[String(error.constraint)];
  return words === undefined ? null : refuse(409, words);
}
