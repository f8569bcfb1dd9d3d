import { useEffect, useRef, useState } from "react";

export type FormErrors<Values> = Partial<Record<keyof Values & string, string>>;

/** The part of a zod schema that a form uses, typed by its shape so that zod comes only with the schema itself. */
export type Schema = {
  safeParse: (body: unknown) => {
    error?: { issues: readonly { path: readonly PropertyKey[]; message: string }[] };
  };
};

/** The errors that the schema finds, by field. Without the schema (its file could not be loaded) the server finds them. */
export async function issuesOf(schema: (() => Promise<Schema>) | undefined, body: unknown) {
  const loaded = await schema?.().catch(() => undefined);
  const issues = loaded?.safeParse(body).error?.issues ?? [];
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [String(path[0]), message]));
}

/** The error of each field; with each new set of errors the first wrong field gets the focus. */
export function useFormErrors<Values extends object>() {
  const [errors, setErrors] = useState<FormErrors<Values>>({});
  const waiting = useRef<HTMLFormElement | null>(null);
  useEffect(() => {
    // The effect runs once the form shows which field that is.
    if (Object.keys(errors).length === 0) return;
    waiting.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    waiting.current = null;
  }, [errors]);
  return {
    errors,
    /** `form`: where the fields stand, if any. */
    show(found: FormErrors<Values>, form: HTMLFormElement | null) {
      waiting.current = form;
      setErrors(found);
    },
    /** Clears the errors of fields that are being changed. */
    clear: (names: readonly string[]) =>
      setErrors((now) => names.reduce((rest, name) => ({ ...rest, [name]: undefined }), now)),
  };
}

/** The sentences about fields that the form has. */
export function knownTo<Values extends object>(
  values: Values,
  errors: Readonly<Record<string, string | undefined>>,
): FormErrors<Values> {
  const known: FormErrors<Values> = {};
  for (const name in values) if (name in errors) known[name] = errors[name];
  return known;
}
