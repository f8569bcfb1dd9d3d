import { type KeyboardEvent, type SyntheticEvent, useEffect } from "react";
import { isSendKey } from "../browser/platform.ts";
import { useFormErrors } from "./form-errors.ts";
import { useDraftValues } from "./use-draft-values.ts";
import { useSending } from "./use-sending.ts";
import type { FormSpec } from "./form-spec.ts";
import { useUnsaved } from "./unsaved-forms.ts";

type TextNames<Values> = {
  [Name in keyof Values & string]: Values[Name] extends string ? Name : never;
}[keyof Values & string];

/**
 * The one way to a form: its values, what is wrong with them, a draft, and one submission at a time. Values are named
 * as the API names them, so that the sentences of the schema and of the server find their field. A failure keeps every
 * value; the same values sent again after a lost answer do nothing twice. `LeaveGuard` asks before they are left behind.
 */
export function useForm<Values extends object, Body extends object, Reply>(
  spec: FormSpec<Values, Body, Reply>,
) {
  const { initial, schema } = spec;
  const draft = useDraftValues(initial, spec.draft);
  const { values } = draft;
  const errors = useFormErrors<Values>();
  const sending = useSending({ spec, draft, errors });
  const isChanged = spec.isChanged?.(values) ?? JSON.stringify(values) !== JSON.stringify(initial);
  const mayLose = () => isChanged && !draft.isDone();
  useUnsaved(mayLose);
  useEffect(() => void schema?.().catch(() => undefined), [schema]);

  function write(names: readonly string[], update: (now: Values) => Values) {
    draft.change(update);
    errors.clear(names);
  }
  function onSubmit(event: SyntheticEvent) {
    event.preventDefault();
    void sending.submit(event.currentTarget.closest("form"));
  }
  return {
    values,
    errors: errors.errors,
    isBusy: sending.isBusy,
    isChanged,
    /** It began with the words of an earlier visit. */
    isRestored: draft.isRestored,
    set: <Name extends keyof Values & string>(name: Name, value: Values[Name]) =>
      write([name], (now) => ({ ...now, [name]: value })),
    change: (part: Partial<Values>) => write(Object.keys(part), (now) => ({ ...now, ...part })),
    /** The props of a text control: value and onChange. */
    text: (name: TextNames<Values>) => ({
      value: String(values[name]),
      onChange: ({ target: { value } }: { target: { value: string } }) =>
        write([name], (now) => ({ ...now, [name]: value })),
    }),
    /** Takes other values as the form's own, such as those that somebody else has saved. */
    adopt: draft.show,
    /** Begins anew. */
    discard: draft.discard,
    /** Lets the page be left, and the draft go. */
    forget: draft.drop,
    /** Whether leaving would lose what nobody has saved; asked at the moment of leaving. */
    mayLose,
    onSubmit,
    /** Ctrl/Cmd Enter sends from every field of a form with long texts. */
    onSendKey: (event: KeyboardEvent) => {
      if (isSendKey(event)) onSubmit(event);
    },
    /** Submits from a button that adds something to the body, or stands outside of a form element. */
    submitWith: (more: Partial<Body>) => void sending.submit(null, more),
  };
}
