import type { z } from "zod";
import { refusalSaid } from "#contract/refusals/schema-message.ts";
import { fieldError, type FieldError, Refusal, schemaError } from "../refusal.ts";

/** Parses by the contract, or refuses with 422: the first field's sentence in `detail`, each one's in `errors`. */
export function parseWith<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.flatMap(listFieldErrors);
  const { code, params }: Partial<FieldError> = errors[0] ?? {};
  throw new Refusal(422, code ?? "request.invalid", { params, errors });
}

function listFieldErrors(issue: z.core.$ZodIssue): FieldError[] {
  const path = issue.path.map(String).join(".");
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) =>
      fieldError([path, key].filter(Boolean).join("."), "field.unknown", { field: key }),
    );
  }
  if (issue.code === "invalid_union") {
    const inner = issue.errors.at(-1)?.[0];
    return inner
      ? listFieldErrors({ ...inner, path: [...issue.path, ...inner.path] })
      : [fieldError(path, "field.invalid", { field: path })];
  }
  return [describeIssue(issue, path)];
}

/** Describes an issue by the schema's own message where it has one; zod's defaults are for developers. */
function describeIssue(issue: z.core.$ZodIssue, path: string): FieldError {
  const said = refusalSaid(issue.message);
  // The schema of an id stands in many places: only here is it known which field it was.
  if (said?.id === "field.not_id") return fieldError(path, "field.not_id", { field: path });
  if (said) return schemaError(path, said);
  if (!path) return fieldError(path, "request.invalid_body");
  const isMissing = issue.code === "invalid_type" && issue.input === undefined;
  return fieldError(path, isMissing ? "field.required" : "field.invalid", { field: path });
}
