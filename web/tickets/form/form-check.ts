import { type RefObject, useEffect, useState } from "react";
import type { z } from "zod";
import type { FieldErrors } from "./form-fields.tsx";

type Checked<Body> = { body: Body; errors: null } | { body: null; errors: FieldErrors };

/** The body as the contract takes it, or what is wrong with each field in the contract's words. */
export function checked<Schema extends z.ZodType>(schema: Schema, body: unknown): Checked<z.output<Schema>> {
  const { data, error } = schema.safeParse(body);
  if (!error) return { body: data, errors: null };
  const first = error.issues.toReversed().map(({ path, message }) => [path.join("."), message]);
  return { body: null, errors: Object.fromEntries(first) };
}

/** The errors of a form; whenever there are new ones, the first field that is wrong gets the focus. */
export function useFieldErrors(form: RefObject<HTMLFormElement | null>) {
  const [errors, setErrors] = useState<FieldErrors>({});
  useEffect(() => {
    if (Object.keys(errors).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form, errors]);
  return [errors, setErrors] as const;
}
