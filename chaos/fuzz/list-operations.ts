import { z } from "zod";
import { listEndpoints } from "#contract/api.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { reference } from "#contract/reference.ts";

/** One operation of the API, with every place that takes a value. */
export type Operation = {
  name: string;
  method: Endpoint["method"];
  path: string;
  params: string[];
  query: string[];
  fields: string[];
  isMultipart: boolean;
  /** A body that is taken, but for ids. */
  example: Record<string, unknown>;
  /** The caller may be signed out by it, or be gone: it needs one whom nobody misses. */
  endsCaller: boolean;
  /** What it is asked for may be gone afterwards. */
  deletes: boolean;
  /** Answering means hashing a password, which takes as long as fifty other requests. */
  isSlow: boolean;
};

/** All operations, none left out. */
export function listOperations(): Operation[] {
  return [...listEndpoints(), ...Object.values(reference)].map((endpoint) => describe(endpoint));
}

function describe(endpoint: Endpoint): Operation {
  const { method, path, query, body, bodyKind, example } = endpoint;
  const fields = keysOf(body);
  return {
    name: `${method} ${path}`,
    method,
    path,
    params: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ""),
    query: keysOf(query),
    fields,
    isMultipart: bodyKind === "multipart",
    example: isRecord(example?.body) ? example.body : {},
    endsCaller: /^\/(auth\/|users\/me$)|change-|second-factor/.test(path),
    deletes: method === "DELETE" || path.endsWith("/restore"),
    isSlow: fields.some((field) => /password/.test(field)),
  };
}

function keysOf(schema: z.ZodType | undefined): string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
