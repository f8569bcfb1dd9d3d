import { STATUS_CODES } from "node:http";
import { z } from "zod";
import { features } from "#contract/api.ts";
import type { Endpoint, Policy } from "#contract/endpoint.ts";
import { Problem } from "#contract/field-schemas.ts";
import { VERSION } from "#server/version.ts";

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

/** OpenAPI 3.1, made from the contract alone: what it says is what is parsed. */
export function openApi(publicUrl: string): Json {
  const schemas: Json = {};
  const paths: Record<string, Json> = {};
  for (const [feature, endpoints] of Object.entries(features)) {
    for (const [name, declared] of Object.entries(endpoints)) {
      const path = (paths[declared.path] ??= {});
      path[declared.method.toLowerCase()] = operation({ feature, name, declared, schemas });
    }
  }
  jsonSchema(Problem, "output", schemas);
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

type Of = { feature: string; name: string; declared: Endpoint; schemas: Json };

function operation({ feature, name, declared, schemas }: Of): Json {
  return {
    operationId: `${feature}.${name}`,
    tags: [feature],
    summary: declared.summary,
    description: [declared.description, allowedTo(declared.policy)].filter(Boolean).join("\n\n"),
    ...(declared.policy === "public" ? { security: [] } : {}),
    parameters: [...parametersIn("path", declared, schemas), ...parametersIn("query", declared, schemas)],
    ...(declared.body || declared.bodyKind === "multipart"
      ? { requestBody: requestBody(declared, schemas) }
      : {}),
    responses: responses(declared, schemas),
  };
}

function allowedTo(policy: Policy): string {
  if (policy === "public") return "Open to everybody.";
  if (policy === "signed-in") return "For everybody who is signed in.";
  const keys = typeof policy === "string" ? [policy] : policy;
  return `Needs ${keys.map((key) => `\`${key}\``).join(" or ")}.`;
}

function parametersIn(place: "path" | "query", declared: Endpoint, schemas: Json): Json[] {
  const schema = place === "path" ? declared.params : declared.query;
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, "input", schemas) as {
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

function requestBody(declared: Endpoint, schemas: Json): Json {
  if (declared.bodyKind === "multipart") {
    const file = { type: "string", format: "binary" };
    return {
      required: true,
      content: {
        "multipart/form-data": { schema: { type: "object", properties: { file }, required: ["file"] } },
      },
    };
  }
  const example = declared.example?.body;
  const schema = declared.body ? jsonSchema(declared.body, "input", schemas) : {};
  return {
    required: true,
    content: { "application/json": { schema, ...(example === undefined ? {} : { example }) } },
  };
}

function responses(declared: Endpoint, schemas: Json): Json {
  const status = declared.status ?? (declared.reply === undefined ? 204 : 200);
  const guarded = declared.policy === "public" ? {} : { 401: problem("Not signed in") };
  const refusals = Object.fromEntries(
    Object.entries(declared.refusals ?? {}).map(([code, words]) => [code, problem(words)]),
  );
  const permitted =
    declared.policy === "public" || declared.policy === "signed-in" ? {} : { 403: problem("Not allowed") };
  return {
    [status]: success(declared, status, schemas),
    ...guarded,
    ...permitted,
    ...refusals,
    422: problem("The request is not valid; `errors` names the fields"),
    429: problem("Too many requests; Retry-After says how long to wait"),
  };
}

function success(declared: Endpoint, status: number, schemas: Json): Json {
  const description = STATUS_CODES[status] ?? "Success";
  if (declared.reply === undefined) return { description };
  if (typeof declared.reply === "string")
    return { description, content: { [declared.reply]: { schema: { type: "string" } } } };
  const example = declared.example?.reply;
  const schema = jsonSchema(declared.reply, "output", schemas);
  return {
    description,
    content: { "application/json": { schema, ...(example === undefined ? {} : { example }) } },
  };
}

function problem(description: string): Json {
  return {
    description,
    content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
  };
}

/** JSON Schema of a zod schema; parts with a name of their own move to the shared `schemas`. */
function jsonSchema(schema: z.ZodType, io: "input" | "output", schemas: Json): Json {
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
  for (const [id, part] of Object.entries($defs)) schemas[id] ??= withoutId(move(part) as Json);
  const { id } = own;
  if (typeof id !== "string") return move(own) as Json;
  schemas[id] ??= withoutId(move(own) as Json);
  return { $ref: `#/components/schemas/${id}` };
}

function withoutId({ id: _id, ...schema }: Json): Json {
  return schema;
}
