import type { z } from "zod";
import { MESSAGES } from "#contract/messages.ts";
import { refuse, type FieldError } from "../refusal.ts";

/** Parses by the contract, or refuses with 422: one sentence in `detail`, each field's in `errors`. */
export function parseWith<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.flatMap(listFieldErrors);
  throw refuse(422, errors[0]?.message ?? "The request is not valid", { errors });
}

function listFieldErrors(issue: z.core.$ZodIssue): FieldError[] {
  const path = issue.path.map(String).join(".");
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      path: [path, key].filter(Boolean).join("."),
      message: `Unknown field: ${key}`,
    }));
  }
  if (issue.code === "invalid_union") {
    const inner = issue.errors.at(-1)?.[0];
    return inner
      ? listFieldErrors({ ...inner, path: [...issue.path, ...inner.path] })
      : [{ path, message: `${path} is not valid` }];
  }
  return [{ path, message: describeIssue(issue, path) }];
}

/** Describes an issue by the schema's own message where it has one; zod's defaults are for developers. */
function describeIssue(issue: z.core.$ZodIssue, path: string): string {
  const isDefault =
    /^(Invalid|Too |Unrecognized|Expected)/.test(issue.message) && issue.message !== MESSAGES.emailInvalid;
  if (!isDefault)
    return issue.message.startsWith("must ") ? `${path || "The value"} ${issue.message}` : issue.message;
  if (!path) return "The request body is not valid";
  return issue.code === "invalid_type" && issue.input === undefined
    ? `${path} is required`
    : `${path} is not valid`;
}
