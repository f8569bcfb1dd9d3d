export type FieldError = { path: string; message: string };

type Extras = {
  code?: string;
  errors?: FieldError[];
  /** Seconds until it is worth trying again; becomes Retry-After. */
  retryAfter?: number;
  /** Further members of the body, such as both values of a conflict. */
  facts?: Record<string, unknown>;
};

const CODES: Record<number, string> = {
  400: "rule_broken",
  401: "not_signed_in",
  403: "not_allowed",
  404: "not_found",
  409: "conflict",
  410: "gone",
  413: "too_large",
  415: "unsupported_media_type",
  421: "misdirected",
  422: "invalid",
  429: "too_many_requests",
  503: "unavailable",
  507: "storage_full",
};

/** A "no" that a person may read; everything else that is thrown is a bug and answers 500. */
export class Refusal extends Error {
  readonly status: number;
  readonly extras: Extras;

  constructor(status: number, detail: string, extras: Extras = {}) {
    super(detail);
    this.name = "Refusal";
    this.status = status;
    this.extras = extras;
  }

  get code(): string {
    return this.extras.code ?? CODES[this.status] ?? "refused";
  }
}

/** Use as `throw refuse(403, "...")`, beside the condition it stands for. */
export function refuse(status: number, detail: string, extras?: Extras): Refusal {
  return new Refusal(status, detail, extras);
}

/** The same about one field, which a form then marks: 403 for one that may not be set, 422 for a value that does not fit. */
export function refuseField(status: number, path: string, words: string): Refusal {
  return new Refusal(status, words, { errors: [{ path, message: words }] });
}
