import type { RefusalId } from "#contract/refusals/catalogue.ts";
import { SERVER_REFUSALS } from "#contract/refusals/server.ts";
import { refusalText, statusWords } from "./refusal-text.ts";

export type FieldIssue = { path: string; message: string };

/** A refused or failed call; `message` is what a person may read. `status` 0 means that no answer came. */
export class ApiError extends Error {
  readonly status: number;
  /** The server's own sentence, when it gave one. */
  readonly detail: string | null;
  readonly code: string | null;
  readonly errors: readonly FieldIssue[];
  /** The whole refusal, for the members that only some of them carry; empty when it was not readable. */
  readonly problem: Readonly<Record<string, unknown>>;
  /** False when an answer came whose body was not the JSON it should be. */
  readonly isReadable: boolean;
  /** True when the server could not be reached at all, which was asked for. */
  readonly isUnreachable: boolean;
  /** The refused call, such as "DELETE /tickets/{ticket_id}". */
  readonly call: string | null;

  constructor(message: string, fields: Partial<Omit<ApiError, "message" | "name">> = {}) {
    super(message);
    this.name = "ApiError";
    this.status = fields.status ?? 0;
    this.detail = fields.detail ?? null;
    this.code = fields.code ?? null;
    this.errors = fields.errors ?? [];
    this.problem = fields.problem ?? {};
    this.isReadable = fields.isReadable ?? true;
    this.isUnreachable = fields.isUnreachable ?? false;
    this.call = fields.call ?? null;
  }
}

/** The code of the error that waiting calls get when their session has ended, which is shown already. */
export const SESSION_EXPIRED = "session_expired";

/** Whether an error is one of these refusals of the server. */
export function isRefusal(error: unknown, ...ids: RefusalId[]): boolean {
  return error instanceof ApiError && ids.some((id) => id === error.code);
}

/** Whether asking again can help: no answer, or the server's own trouble; never a refusal (rule 50). */
export function isTemporary(error: unknown): boolean {
  return (
    error instanceof ApiError && error.code !== SESSION_EXPIRED && (error.status === 0 || error.status >= 500)
  );
}

/** The message for a failed operation, or null if none has to be shown: it was cancelled, or is shown already. */
export function failureMessage(error: unknown, fallback?: string): string | null {
  if (error instanceof DOMException && error.name === "AbortError") return null;
  if (!(error instanceof ApiError)) return fallback ?? SERVER_REFUSALS["server.internal_error"];
  return error.code === SESSION_EXPIRED ? null : (error.detail ?? fallback ?? error.message);
}

/** The server's sentence per field, for forms: `{subject: "Subject is required"}`. */
export function fieldErrors(error: unknown): Record<string, string> {
  const issues = error instanceof ApiError ? error.errors : [];
  return Object.fromEntries(issues.toReversed().map((issue) => [issue.path, issue.message]));
}

/** Reads a refusal, in the language of this build: the detail, else the operation's own words, else the status text (rule 212). */
export async function refusalOf(
  response: Response,
  fallback?: string,
  call: string | null = null,
): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => undefined);
  const fields = isRecord(body) ? body : {};
  const { code, params } = fields;
  const detail =
    typeof fields.detail === "string" ? refusalText({ code, params, sentence: fields.detail }) : null;
  return new ApiError(
    detail ?? fallback ?? (statusWords(response.statusText) || SERVER_REFUSALS["server.internal_error"]),
    {
      status: response.status,
      detail,
      code: typeof code === "string" ? code : null,
      errors: Array.isArray(fields.errors) ? fields.errors.filter(isFieldIssue).map(inLanguage) : [],
      problem: fields,
      isReadable: isRecord(body),
      call,
    },
  );
}

/** Whether a value of an answer has members to look at. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function inLanguage({ path, message, ...id }: SentIssue): FieldIssue {
  return { path, message: refusalText({ ...id, sentence: message }) };
}

type SentIssue = FieldIssue & { code?: unknown; params?: unknown };

function isFieldIssue(value: unknown): value is SentIssue {
  return isRecord(value) && typeof value.path === "string" && typeof value.message === "string";
}
