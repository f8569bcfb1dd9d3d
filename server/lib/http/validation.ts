import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import type { Endpoint, ParsedRequest } from "#contract/endpoint.ts";
import { refusalSaid } from "#contract/refusals/schema-message.ts";
import { fieldError, type FieldError, refuse, refuseField, Refusal, schemaError } from "../refusal.ts";
import { refuseUnstorableText } from "./refuse-unstorable-text.ts";

/** Parses params, query and body by the contract. Refuses 422 for fields that it does not know, 404 for a malformed id. */
export function parseRequest<E extends Endpoint>(endpoint: E, request: FastifyRequest): ParsedRequest<E> {
  refuseUnstorableText(request);
  const params: unknown = endpoint.params ? parseParams(endpoint, request.params) : {};
  const query: unknown = endpoint.query ? parseWith(endpoint.query, request.query) : noFields(request.query);
  const body: unknown = endpoint.body ? parseWith(endpoint.body, request.body ?? {}) : undefined;
  return { params, query, body } as ParsedRequest<E>;
}

/** Refuses 404 for a malformed id: it cannot exist. */
function parseParams(endpoint: Endpoint, params: unknown): unknown {
  const parsed = endpoint.params?.safeParse(params);
  if (parsed?.success) return parsed.data;
  throw refuse(404, endpoint.refusals?.[404] ?? "request.not_found");
}

function noFields(query: unknown): Record<string, never> {
  const [unknown] = Object.keys(query ?? {});
  if (unknown !== undefined) throw refuseField(422, unknown, "field.unknown", { field: unknown });
  return {};
}

/** Parses by the contract, or refuses with 422: the first field's sentence in `detail`, each one's in `errors`. */
export function parseWith<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.flatMap(listFieldErrors);
  const { code, params }: Partial<FieldError> = errors[0] ?? {};
  throw new Refusal(422, code ?? "request.invalid", { params, errors });
}

function listFieldErrors(issue: z.core.$ZodIssue): FieldError[] {
  const path = issue.path.map(String).join(".");
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) =>
      fieldError([path, key].filter(Boolean).join("."), "field.unknown", { field: key }),
    );
  }
  if (issue.code === "invalid_union") {
    const inner = issue.errors.at(-1)?.[0];
    return inner
      ? listFieldErrors({ ...inner, path: [...issue.path, ...inner.path] })
      : [fieldError(path, "field.invalid", { field: path })];
  }
  return [describeIssue(issue, path)];
}

/** Describes an issue by the schema's own message where it has one; zod's defaults are for developers. */
function describeIssue(issue: z.core.$ZodIssue, path: string): FieldError {
  const said = refusalSaid(issue.message);
  // The schema of an id stands in many places: only here is it known which field it was.
  if (said?.id === "field.not_id") return fieldError(path, "field.not_id", { field: path });
  if (said) return schemaError(path, said);
  if (!path) return fieldError(path, "request.invalid_body");
  const isMissing = issue.code === "invalid_type" && issue.input === undefined;
  return fieldError(path, isMissing ? "field.required" : "field.invalid", { field: path });
}
