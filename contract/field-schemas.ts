import { z } from "zod";
import { readEmailAddress } from "./text/email-address.ts";
import { LIMITS } from "./limits.ts";
import { FIELD_REFUSALS, type FieldName } from "./refusals/fields.ts";
import { USER_REFUSALS } from "./refusals/users.ts";
import { messagesOf } from "./refusals/schema-message.ts";
import { hasHiddenCharacter, isVisible } from "./text/text-characters.ts";

const message = messagesOf({ ...FIELD_REFUSALS, ...USER_REFUSALS });

/** In the case in which the database says it: some systems write ids in capitals. */
export const Id = z
  .uuid(message("field.not_id", { field: "" }))
  .toLowerCase()
  .meta({ description: "UUID", example: "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f" });

/** ISO 8601 UTC with Z (rule 42). */
export const Time = z.iso.datetime().meta({ example: "2026-11-20T08:14:00.000Z" });

export const Meta = z.object({
  total: z.int(),
  limit: z.int(),
  page: z.int(),
  pages: z.int(),
});

/** A whole number of a query. */
export function wholeNumber(field: string, min: number) {
  const notWhole = message("field.not_whole_number", { field });
  return z.coerce
    .number<number | string>(notWhole)
    .int(notWhole)
    .min(min, message("field.too_small", { field, min }));
}

const count = (field: string, max: number) =>
  wholeNumber(field, 1).max(max, message("field.too_large", { field, max })).optional();

/** One of some words. */
export function oneOf<const Values extends readonly string[]>(field: string, values: Values) {
  return z.enum(values, message("field.not_one_of", { field, values }));
}

/** The paging fields of every list; `per_page` and `page_size` mean the same, `per_page` wins (rule 31). */
export const pageFields = (maximum: number) => ({
  page: count("page", 1_000_000),
  per_page: count("per_page", maximum),
  page_size: count("page_size", maximum),
});

/** Free text: trimmed, at most `maximum` characters. `required` is the message for blank text; without it blank is allowed. */
export function text(name: FieldName, maximum: number, required?: string) {
  const base = trimmed(name, maximum, required);
  return required ? base.min(1, required) : base;
}

/** Free text of which something can be seen. */
export function visibleText(name: FieldName, maximum: number, required: string) {
  return trimmed(name, maximum, required).refine(isVisible, required);
}

function trimmed(name: FieldName, maximum: number, required?: string) {
  return z
    .string(required ?? message("field.not_text", { name }))
    .trim()
    .max(maximum, message("field.too_long", { name, max: maximum }));
}

/** Optional text that may be cleared: absent leaves it, blank or null clears it. */
export function clearable(name: FieldName, maximum: number) {
  return text(name, maximum)
    .nullable()
    .optional()
    .transform((value) => (value === "" ? null : value));
}

/**
 * A name or another text of one line, without hidden characters (rule 550); `required` as in `text`. It is for what is new:
 * a change takes `text`, and its verb checks the values that differ, so that an old name stands in nobody's way.
 */
export function nameText(name: FieldName, maximum: number, required?: string) {
  const base = required === undefined ? text(name, maximum) : visibleText(name, maximum, required);
  return base.refine((value) => !hasHiddenCharacter(value), message("field.hidden_character", { name }));
}

/** Optional text of one line that may be cleared, as `clearable`; what shows nothing counts as blank. */
export function clearableName(name: FieldName, maximum: number) {
  return nameText(name, maximum)
    .nullable()
    .optional()
    .transform((value) => (typeof value === "string" && !isVisible(value) ? null : value));
}

const EMAIL_EXAMPLE = { example: "client@kestrel.example" };

/** An address that somebody may have already, as it was typed, even one that would be refused today. */
export const KnownEmail = text("email", LIMITS.email, message("user.email_required")).meta(EMAIL_EXAMPLE);

/** An address that is new: in the form in which it is stored. */
export const Email = newEmail(message("user.email_required"));

/** A new address whose form has a sentence of its own for a blank one. */
export function newEmail(required: string) {
  return text("email", LIMITS.email, required).transform(toStoredAddress).meta(EMAIL_EXAMPLE);
}

function toStoredAddress(typed: string, ctx: z.RefinementCtx): string {
  const address = readEmailAddress(typed);
  if (address === null) ctx.addIssue(message("user.email_invalid"));
  return address ?? typed;
}

/** Absent leaves it, blank or null clears it. No union: zod would answer for it what no choice of it says. */
export const ClearableEmail = text("email", LIMITS.email)
  .nullable()
  .optional()
  .transform((typed, ctx) => (typed ? toStoredAddress(typed, ctx) : typed === undefined ? undefined : null));
const cleared = z.union([z.literal("").transform(() => null), z.null()]);
export const ClearableKnownEmail = z.union([cleared, KnownEmail]).optional();

export const SearchText = text("search", LIMITS.search).optional();

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
    code: z.string().meta({ description: "Which refusal it is" }),
    params: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: "What stands in the sentence, by name" }),
    request_id: z.string(),
    errors: z
      .array(
        z.object({
          path: z.string(),
          code: z.string(),
          message: z.string(),
          params: z.record(z.string(), z.unknown()).optional(),
        }),
      )
      .optional(),
  })
  .loose()
  .meta({ id: "Problem" });
