import type { RefusalOf, RefusalStatus } from "#contract/refusals/by-status.ts";
import { REFUSALS, type RefusalId, type RefusalParams } from "#contract/refusals/catalogue.ts";
import type { SchemaRefusal } from "#contract/refusals/schema-message.ts";
import { fillIn } from "#contract/refusals/sentence.ts";

/** The fault of one field: the sentence, its id, and what stands in it. */
export type FieldError = { path: string; code: RefusalId; message: string; params?: unknown };

type Extras = {
  errors?: FieldError[];
  /** Seconds until it is worth trying again; becomes Retry-After. */
  retryAfter?: number;
  /** Extension members of the body (RFC 9457), such as both values of a conflict. */
  extensions?: Record<string, unknown>;
};

/** A "no" that a person may read; everything else that is thrown is a bug and answers 500. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: RefusalId;
  readonly params: unknown;
  readonly extras: Extras;

  constructor(status: number, code: RefusalId, { params, ...extras }: Extras & { params?: unknown } = {}) {
    super(fillIn(REFUSALS[code], params));
    this.name = "Refusal";
    this.status = status;
    this.code = code;
    this.params = params;
    this.extras = extras;
  }
}

/** A sentence with something to fill in does not compile without it. */
type WithParams<Id extends RefusalId> =
  RefusalParams<Id> extends undefined ? [extras?: Extras] : [extras: Extras & { params: RefusalParams<Id> }];
type Params<Id extends RefusalId> = RefusalParams<Id> extends undefined ? [] : [params: RefusalParams<Id>];

/** The refusals of a status whose sentence stands as it is, for functions that are handed one to throw. */
export type PlainRefusalOf<Status extends RefusalStatus> = {
  [Id in RefusalOf<Status>]: RefusalParams<Id> extends undefined ? Id : never;
}[RefusalOf<Status>];

/** Use as `throw refuse(403, "ticket.assign_staff_only")`, beside the condition it stands for. */
export function refuse<Status extends RefusalStatus, Id extends RefusalOf<Status>>(
  status: Status,
  id: Id,
  ...[extras]: WithParams<Id>
): Refusal {
  return new Refusal(status, id, extras);
}

/** A refusal about one field, which a form then marks: 403 for one that may not be set, 422 for a value that does not fit. */
export function refuseField<Status extends RefusalStatus, Id extends RefusalOf<Status>>(
  status: Status,
  path: string,
  id: Id,
  ...[params]: Params<Id>
): Refusal {
  return new Refusal(status, id, { params, errors: [schemaError(path, { id, params })] });
}

/** One entry of `errors`. */
export function fieldError<Id extends RefusalId>(path: string, id: Id, ...[params]: Params<Id>): FieldError {
  return schemaError(path, { id, params });
}

/** One entry of `errors`, as a schema said it. */
export function schemaError(path: string, { id, params }: SchemaRefusal): FieldError {
  return { path, code: id, message: fillIn(REFUSALS[id], params), params };
}
