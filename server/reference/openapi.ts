import { STATUS_CODES } from "node:http";
import { z } from "zod";
import { features } from "#contract/api.ts";
import { type Endpoint, isWithoutSession, type Policy } from "#contract/endpoint.ts";
import { Problem } from "#contract/field-schemas.ts";
import { LIMITS } from "#contract/limits.ts";
import type { RefusalId } from "#contract/refusals/catalogue.ts";
import { VERSION } from "#server/version.ts";
import { exampleSentence, listRefusals } from "./refusals.ts";

type Json = Record<string, unknown>;

const TAGS: Record<string, string> = {
  auth: "Signing in and out, sessions, invitations.",
  config: "What the sign-in page needs.",
  tickets: "Raising, finding, changing tickets.",
  comments: "The conversation of a ticket.",
  users: "Staff and clients.",
  roles: "What people may do.",
  companies: "Client companies.",
  groups: "Teams that take tickets.",
  dashboard: "Figures of the desk.",
};

/** Builds OpenAPI 3.1 from the contract alone, so that it describes exactly what is parsed. */
export function buildOpenApi(publicUrl: string): Json {
  const schemas: Json = {};
  const paths: Record<string, Json> = {};
  for (const [feature, endpoints] of Object.entries(features)) {
    for (const [name, declared] of Object.entries(endpoints)) {
      const path = (paths[declared.path] ??= {});
      path[declared.method.toLowerCase()] = describeOperation({ feature, name, declared, schemas });
    }
  }
  toJsonSchema(Problem, "output", schemas);
  listCodes(schemas);
  return {
    openapi: "3.1.0",
    info: {
      title: "Waypost API",
      version: VERSION,
      description: "Everything the app does, it does through this API.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: `${publicUrl}/api` }],
    tags: Object.keys(features).map((name) => ({ name, description: TAGS[name] ?? `About ${name}.` })),
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: "The access_token of POST /auth/login." },
      },
      schemas,
    },
  };
}

type Described = { feature: string; name: string; declared: Endpoint; schemas: Json };

function describeOperation({ feature, name, declared, schemas }: Described): Json {
  return {
    operationId: `${feature}.${name}`,
    tags: [feature],
    summary: declared.summary,
    description: [declared.description, describePolicy(declared.policy), describeConfirmation(declared)]
      .filter(Boolean)
      .join("\n\n"),
    ...(isWithoutSession(declared.policy) ? { security: [] } : {}),
    parameters: [...listParameters("path", declared, schemas), ...listParameters("query", declared, schemas)],
    ...(declared.body || declared.bodyKind === "multipart" || declared.bodyKind === "mail"
      ? { requestBody: describeBody(declared, schemas) }
      : {}),
    responses: describeResponses(declared, schemas),
  };
}

function describePolicy(policy: Policy): string {
  if (policy === "public") return "Open to everybody.";
  if (policy === "signed") return "Open to whoever signs the request with the secret of the mailbox.";
  if (policy === "signed-in") return "For everybody who is signed in.";
  const keys = typeof policy === "string" ? [policy] : policy;
  return `Needs ${keys.map((key) => `\`${key}\``).join(" or ")}.`;
}

function describeConfirmation({ confirmedIdentity }: Endpoint): string | undefined {
  if (!confirmedIdentity) return undefined;
  return `Answers 403 with code auth.confirmation_required when the caller signed in longer than ${LIMITS.identityMinutes} minutes ago: call \`POST /auth/confirm-identity\`, then repeat the request.`;
}

function listParameters(place: "path" | "query", declared: Endpoint, schemas: Json): Json[] {
  const schema = place === "path" ? declared.params : declared.query;
  if (!schema) return [];
  const { properties = {}, required = [] } = toJsonSchema(schema, "input", schemas) as {
    properties?: Json;
    required?: string[];
  };
  const examples: Record<string, string> =
    (place === "path" ? declared.example?.params : declared.example?.query) ?? {};
  return Object.entries(properties).map(([name, of]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: of,
    ...(examples[name] === undefined ? {} : { example: examples[name] }),
  }));
}

function describeBody(declared: Endpoint, schemas: Json): Json {
  if (declared.bodyKind === "multipart") {
    const file = { type: "string", format: "binary" };
    return {
      required: true,
      content: {
        "multipart/form-data": { schema: { type: "object", properties: { file }, required: ["file"] } },
      },
    };
  }
  if (declared.bodyKind === "mail")
    return {
      required: true,
      content: { "message/rfc822": { schema: { type: "string", format: "binary" } } },
    };
  const example = declared.example?.body;
  const schema = declared.body ? toJsonSchema(declared.body, "input", schemas) : {};
  return {
    required: true,
    content: { "application/json": { schema, ...(example === undefined ? {} : { example }) } },
  };
}

function describeResponses(declared: Endpoint, schemas: Json): Json {
  const status = declared.status ?? (declared.reply === undefined ? 204 : 200);
  const guarded = isWithoutSession(declared.policy)
    ? {}
    : { 401: describeRefusal(401, "auth.not_signed_in") };
  const refusals = Object.fromEntries(
    Object.entries(declared.refusals ?? {}).map(([code, id]) => [code, describeRefusal(Number(code), id)]),
  );
  const permitted =
    isWithoutSession(declared.policy) || declared.policy === "signed-in"
      ? {}
      : { 403: describeRefusal(403, "auth.not_allowed") };
  return {
    [status]: describeSuccess(declared, status, schemas),
    ...guarded,
    ...permitted,
    ...refusals,
    422: describeProblem("The request is not valid; `errors` names the fields"),
    429: describeProblem("Too many requests; Retry-After says how long to wait"),
  };
}

function describeSuccess(declared: Endpoint, status: number, schemas: Json): Json {
  const description = STATUS_CODES[status] ?? "Success";
  if (declared.reply === undefined) return { description };
  if (typeof declared.reply === "string")
    return { description, content: { [declared.reply]: { schema: { type: "string" } } } };
  const example = declared.example?.reply;
  const schema = toJsonSchema(declared.reply, "output", schemas);
  return {
    description,
    content: { "application/json": { schema, ...(example === undefined ? {} : { example }) } },
  };
}

/** The answer of one refusal, with an example under its id. */
function describeRefusal(status: number, id: RefusalId): Json {
  const detail = exampleSentence(id);
  return describeProblem(detail, { examples: { [id]: { value: { status, code: id, detail } } } });
}

function describeProblem(description: string, examples: Json = {}): Json {
  const schema = { $ref: "#/components/schemas/Problem" };
  return { description, content: { "application/problem+json": { schema, ...examples } } };
}

/** Lists the codes of refusals, each with its status and sentence, where a problem has its `code`. */
function listCodes(schemas: Json): void {
  const codes = listRefusals().map(({ id, statuses, sentence }) => ({
    const: id,
    title: statuses.join(", "),
    description: sentence,
  }));
  schemas["RefusalCode"] = { type: "string", oneOf: codes };
  const { properties } = schemas["Problem"] as { properties: Json };
  properties["code"] = { $ref: "#/components/schemas/RefusalCode" };
}

/** Converts a zod schema to JSON Schema; parts with a name of their own move to the shared `schemas`. */
function toJsonSchema(schema: z.ZodType, io: "input" | "output", schemas: Json): Json {
  const {
    $defs = {},
    $schema: _dialect,
    ...own
  } = z.toJSONSchema(schema, { io, unrepresentable: "any" }) as Json & { $defs?: Json };
  const move = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(move);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) =>
        key === "$ref" && typeof inner === "string"
          ? [key, inner.replace("#/$defs/", "#/components/schemas/")]
          : [key, move(inner)],
      ),
    );
  };
  for (const [id, part] of Object.entries($defs)) schemas[id] ??= omitId(move(part) as Json);
  const { id } = own;
  if (typeof id !== "string") return move(own) as Json;
  schemas[id] ??= omitId(move(own) as Json);
  return { $ref: `#/components/schemas/${id}` };
}

function omitId({ id: _id, ...schema }: Json): Json {
  return schema;
}
