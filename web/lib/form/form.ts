import { type FormEvent, useEffect, useRef, useState } from "react";
import { fieldErrors } from "../api/api-error.ts";
import { serverText } from "../api/server-text.ts";
import { useSubmissionKeys } from "./submission-key.ts";
import { useUnsaved } from "./unsaved.ts";

export type FormErrors<Values> = Partial<Record<keyof Values & string, string>>;

/** What a contract's schema says of a body; described by its shape, so that zod comes only with the schema itself. */
type Schema = {
  safeParse: (body: unknown) => {
    error?: { issues: readonly { path: readonly PropertyKey[]; message: string }[] };
  };
};

type Spec<Values extends object, Body> = {
  initial: Values;
  /** The values as the API takes them. */
  bodyOf: (values: Values) => Body;
  /** Brings the contract's schema for the body; loaded when the form opens, and again on submit if that failed. */
  schema?: () => Promise<Schema>;
  /** Rules beyond the schema, such as two passwords that must be the same. */
  check?: (values: Values) => FormErrors<Values>;
  /** Sends the body and tells how it ended; the key names this submission. */
  send: (body: Body, idempotencyKey: string) => Promise<unknown>;
};

/** Brings the contract's schema while the form is filled in: who has lost the line when sending is told of that alone. */
export function useSchemaAhead(load: (() => Promise<unknown>) | undefined): void {
  useEffect(() => void load?.().catch(() => undefined), [load]);
}

/**
 * The state of a form: its values, what is wrong with them, and one submission at a time. Values are named as the API
 * names them, so that the sentences of the schema and of the server find their field. A failure keeps every value.
 */
export function useForm<Values extends object, Body>({ initial, ...spec }: Spec<Values, Body>) {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<FormErrors<Values>>({});
  const [isBusy, setBusy] = useState(false);
  const isSending = useRef(false);
  const focusInvalid = useFocusOnInvalid(errors);
  const keys = useSubmissionKeys();
  const { schema } = spec;
  useSchemaAhead(schema);

  function set<Name extends keyof Values & string>(name: Name, value: Values[Name]) {
    setValues((now) => ({ ...now, [name]: value }));
    setErrors((now) => ({ ...now, [name]: undefined }));
  }

  function refuse(form: HTMLFormElement, found: FormErrors<Values>) {
    setErrors(found);
    focusInvalid(form);
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    if (isSending.current) return;
    isSending.current = true;
    setBusy(true);
    const body = spec.bodyOf(values);
    try {
      const found = { ...(await issuesOf(schema, body)), ...spec.check?.(values) };
      if (Object.values(found).some(Boolean)) return refuse(form, found);
      await spec.send(body, keys.keyFor(body));
      keys.forget();
    } catch (error) {
      refuse(form, knownTo(values, fieldErrors(error)));
    } finally {
      isSending.current = false;
      setBusy(false);
    }
  }

  const isChanged = JSON.stringify(values) !== JSON.stringify(initial);
  useUnsaved(isChanged);

  return {
    values,
    errors,
    isBusy,
    isChanged,
    set,
    /** Takes other values as the form's own, such as those that were saved. */
    adopt: setValues,
    onSubmit: (event: FormEvent<HTMLFormElement>) => void submit(event),
    /** What a text control spreads on itself: value and onChange. */
    text: (name: TextNames<Values>) => ({
      value: String(values[name]),
      onChange: (event: { target: { value: string } }) => {
        const { value } = event.target;
        setValues((now) => ({ ...now, [name]: value }));
        setErrors((now) => ({ ...now, [name]: undefined }));
      },
    }),
  };
}

/** Moves the focus to the first field that is wrong, once the form shows which one that is. */
function useFocusOnInvalid(errors: object) {
  const waiting = useRef<HTMLFormElement | null>(null);
  useEffect(() => {
    if (Object.keys(errors).length === 0) return;
    waiting.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    waiting.current = null;
  }, [errors]);
  return (form: HTMLFormElement) => {
    waiting.current = form;
  };
}

type TextNames<Values> = {
  [Name in keyof Values & string]: Values[Name] extends string ? Name : never;
}[keyof Values & string];

async function issuesOf(schema: (() => Promise<Schema>) | undefined, body: unknown) {
  // Without the schema (its file could not be loaded) the server says what is wrong.
  const loaded = await schema?.().catch(() => undefined);
  const issues = loaded?.safeParse(body).error?.issues ?? [];
  return Object.fromEntries(
    issues.toReversed().map(({ path, message }) => [String(path[0]), serverText(message)]),
  );
}

function knownTo<Values extends object>(values: Values, errors: Record<string, string>): FormErrors<Values> {
  const known: FormErrors<Values> = {};
  for (const name in values) if (name in errors) known[name] = errors[name];
  return known;
}
