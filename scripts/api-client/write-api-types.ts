import { compile, type JSONSchema } from "json-schema-to-typescript";
import { z } from "zod";
import { listEndpoints } from "#contract/api.ts";
import type { Endpoint } from "#contract/endpoint.ts";

type Schema = Record<string, unknown>;

/**
 * Writes the types of every operation, by `"METHOD /path"`, as one TypeScript interface `Api`. Of what is sent optional
 * fields are optional; of what is answered all are there that the contract names.
 */
export async function writeApiTypes(): Promise<string> {
  const properties = Object.fromEntries(
    listEndpoints()
      // The client signs in; what is signed is not its own.
      .filter(({ policy }) => policy !== "signed")
      .map((endpoint) => [`${endpoint.method} ${endpoint.path}`, describe(endpoint)]),
  );
  const schema: JSONSchema = {
    type: "object",
    title: "Api",
    description: "Every operation of the API, as the reference describes it.",
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  };
  return compile(schema, "Api", {
    bannerComment: "",
    format: false,
    unknownAny: true,
    strictIndexSignatures: true,
    // Of longer lists a type for each length would only be in the way.
    maxItems: 2,
  });
}

const NONE = { tsType: "undefined" };

function describe({ params, query, body, bodyKind, reply, summary }: Endpoint): JSONSchema {
  const parts: Record<string, Schema> = {
    params: params ? toSchema(params, "input") : NONE,
    query: query ? toSchema(query, "input") : NONE,
    body: bodyKind === "multipart" ? { tsType: "FormData" } : body ? toSchema(body, "input") : NONE,
    reply: describeReply(reply),
  };
  return {
    type: "object",
    description: summary,
    properties: parts,
    required: Object.keys(parts),
    additionalProperties: false,
  };
}

function describeReply(reply: Endpoint["reply"]): Schema {
  if (reply === undefined) return { tsType: "Record<string, never>" };
  return typeof reply === "string" ? { type: "string" } : toSchema(reply, "output");
}

/** Each operation is read by itself, so what zod names and refers to stands in the place of the reference. */
function toSchema(schema: z.ZodType, io: "input" | "output"): Schema {
  const described: Schema = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  const { $schema: _dialect, $defs: parts = {}, ...own } = described;
  return Object(inline(own, new Map(Object.entries(Object(parts)))));
}

/** Without ids and titles, which would become names of their own, twice the same for what is asked and answered. */
function inline(value: unknown, parts: ReadonlyMap<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((each) => inline(each, parts));
  if (typeof value !== "object" || value === null) return value;
  if ("$ref" in value) return inline(parts.get(String(value.$ref).replace("#/$defs/", "")), parts);
  // The generator reads tuples as they were written before 2020.
  if ("prefixItems" in value) {
    const { prefixItems, ...rest } = value;
    return inline({ ...rest, items: prefixItems }, parts);
  }
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) =>
      (key === "id" || key === "title") && typeof inner === "string" ? [] : [[key, inline(inner, parts)]],
    ),
  );
}
