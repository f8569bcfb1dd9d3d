import { z } from "zod";
import { EMAIL_PATTERN } from "./email-pattern.ts";
import { LIMITS } from "./limits.ts";
import { MESSAGES } from "./messages.ts";

export const Id = z
  .uuid("must be an id")
  .meta({ description: "UUID", example: "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f" });

/** ISO 8601 UTC with Z (rule 42). */
export const Time = z.iso.datetime().meta({ example: "2026-11-20T08:14:00.000Z" });

export const Meta = z.object({
  total: z.int(),
  limit: z.int(),
  page: z.int(),
  pages: z.int(),
});

const count = (name: string, maximum: number) =>
  z.coerce
    .number<number | string>({ error: `${name} must be a whole number` })
    .int(`${name} must be a whole number`)
    .min(1, `${name} must be at least 1`)
    .max(maximum, `${name} must be at most ${maximum}`)
    .optional();

/** The paging fields of every list; `per_page` and `page_size` mean the same, `per_page` wins (rule 31). */
export const pageFields = (maximum: number) => ({
  page: count("page", 1_000_000),
  per_page: count("per_page", maximum),
  page_size: count("page_size", maximum),
});

const noNul = (text: string) => !text.includes("\u0000");

/** Free text: trimmed, at most `maximum` characters, without NUL. `required` is the message for blank text; without it blank is allowed. */
export function text(name: string, maximum: number, required?: string) {
  const base = z
    .string(required ?? `${name} must be text`)
    .trim()
    .max(maximum, `${name} must be at most ${maximum.toLocaleString("en")} characters`)
    .refine(noNul, `${name} contains characters that cannot be stored`);
  return required ? base.min(1, required) : base;
}

/** Optional text that may be cleared: absent leaves it, blank or null clears it. */
export function clearable(name: string, maximum: number) {
  return text(name, maximum)
    .nullable()
    .optional()
    .transform((value) => (value === "" ? null : value));
}

export const Email = text("Email", LIMITS.email, MESSAGES.emailRequired)
  .regex(EMAIL_PATTERN, MESSAGES.emailInvalid)
  .meta({ example: "client@kestrel.example" });

export const ClearableEmail = z.union([z.literal("").transform(() => null), z.null(), Email]).optional();

export const SearchText = text("Search", LIMITS.search).optional();

/** `true` and `false` in a query; z.coerce would make "false" true. */
export const Flag = z
  .enum(["true", "false"])
  .transform((value) => value === "true")
  .optional();

/**
 * A known field that this endpoint never sets: declared, so that it is refused with 403 instead of being taken for an
 * unknown field (rules 128 and 141).
 */
export const refusedField = z
  .unknown()
  .optional()
  .meta({ description: "Never changed here: sending it answers 403" });

/** The body of every refusal (RFC 9457, with one sentence in `detail`: rule 39). */
export const Problem = z
  .object({
    detail: z.string().meta({ description: "One human sentence" }),
    status: z.int(),
    code: z.string(),
    request_id: z.string(),
    errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  })
  .loose()
  .meta({ id: "Problem" });
