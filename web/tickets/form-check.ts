import type { z } from "zod";
import type { FieldErrors } from "./form-fields.tsx";

/** The contract's schemas, as a chunk that comes with the first check of a form and never before. */
export function contractSchemas() {
  return import("#contract/tickets.ts");
}

type Checked<Body> = { body: Body; errors: null } | { body: null; errors: FieldErrors };

/** The body as the contract takes it, or what is wrong with each field in the contract's words. */
export function checked<Schema extends z.ZodType>(schema: Schema, body: unknown): Checked<z.output<Schema>> {
  const { data, error } = schema.safeParse(body);
  if (!error) return { body: data, errors: null };
  const first = error.issues.toReversed().map(({ path, message }) => [path.join("."), message]);
  return { body: null, errors: Object.fromEntries(first) };
}

/** Brings the person to the first field that is wrong. */
export function focusFirstError(form: HTMLElement | null): void {
  // The fields get their marks with the next paint.
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
