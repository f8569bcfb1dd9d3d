import type { z } from "zod";
import type { Permission } from "./access/permissions.ts";
import type { RefusalOf } from "./refusals/by-status.ts";

/**
 * The callers of an endpoint: anybody, whoever signs the request with a secret of the desk, anybody signed in, or holders
 * of one of the permissions. Finer rules are the `may...` functions.
 */
export type Policy = "public" | "signed" | "signed-in" | Permission | readonly Permission[];

/** Whether an endpoint asks for no session: it is everybody's, or it checks a signature itself. */
export const isWithoutSession = (policy: Policy): boolean => policy === "public" || policy === "signed";

/** Whether a request may change anything. */
export const isWrite = ({ method, onlyReads }: Pick<Endpoint, "method" | "onlyReads">): boolean =>
  method !== "GET" && !onlyReads;

export type Endpoint = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below the API's base, with `{names}` for parameters. */
  path: string;
  policy: Policy;
  /** One line for the reference, in the imperative. */
  summary: string;
  description?: string;
  params?: z.ZodType<Record<string, string>>;
  query?: z.ZodType;
  body?: z.ZodType;
  /** "multipart": one part `file`; "mail": a message/rfc822; "none" is the default. */
  bodyKind?: "json" | "multipart" | "mail";
  /** True: also open while the caller still has to choose a new password. */
  duringPasswordChange?: true;
  /** True: also open while the caller still has to set up a required second factor. */
  duringSecondFactorSetup?: true;
  /** True: the answer holds secrets, so it is never stored for a repeated Idempotency-Key. */
  answersSecrets?: true;
  /** True: a POST that reads as a GET does, since a body carries what is asked: no write is spent, no answer is kept. */
  onlyReads?: true;
  /** True: done twice it is as if done once, so no Idempotency-Key keeps its answer. */
  isIdempotent?: true;
  /** True: the caller has signed in or confirmed within `LIMITS.identityMinutes`; else 403 auth.confirmation_required. */
  confirmedIdentity?: true;
  /** What a call spends beside a write (server/allowances). */
  spends?: "tickets";
  /** Absent: 204 without a body. A string: the media type of a body that is not JSON. */
  reply?: z.ZodType | string;
  /** Status of success; 200, or 204 without a reply. */
  status?: 200 | 201 | 202 | 204;
  /** Refusals beyond the usual 401, 403, 422, 429. */
  refusals?: { readonly [Status in 400 | 403 | 404 | 409 | 410 | 413 | 415]?: RefusalOf<Status> };
  /** A real request and its answer, shown in the reference. */
  example?: {
    params?: Record<string, string>;
    query?: Record<string, string>;
    body?: unknown;
    reply?: unknown;
  };
};

/**
 * Declares an endpoint, keeping its literal types so that server and browser are typed from it.
 * `api.ts` lists them all; the server registers no route that is not declared.
 */
export function endpoint<const E extends Endpoint>(declared: E): E {
  return declared;
}

type Input<S, Otherwise> = S extends z.ZodType ? z.input<S> : Otherwise;
type Output<S, Otherwise> = S extends z.ZodType ? z.output<S> : Otherwise;

/** The request as a caller sends it, before parsing, and the reply as it arrives. */
export type Call<E extends Endpoint> = {
  params: Input<E["params"], undefined>;
  query: Input<E["query"], undefined>;
  body: E["bodyKind"] extends "multipart" | "mail" ? unknown : Input<E["body"], undefined>;
  reply: E["reply"] extends string ? string : Output<E["reply"], Record<string, never>>;
};

/** The request as a handler gets it, parsed and with defaults. */
export type ParsedRequest<E extends Endpoint> = {
  params: Output<E["params"], Record<string, never>>;
  query: Output<E["query"], Record<string, never>>;
  body: Output<E["body"], undefined>;
};

/** The return value of a handler; the reply's schema drops unknown columns. */
export type Reply<E extends Endpoint> = E["reply"] extends z.ZodType ? z.input<E["reply"]> : void;
