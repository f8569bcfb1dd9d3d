import { useRef, useState } from "react";
import { fieldErrors } from "../api/api-error.ts";
import { issuesOf, knownTo, type useFormErrors } from "./form-errors.ts";
import type { useDraftValues } from "./use-draft-values.ts";
import type { FormSpec } from "./form-spec.ts";
import { useSubmissionKeys } from "./submission-key.ts";

type Parts<Values extends object, Body extends object, Reply> = {
  spec: FormSpec<Values, Body, Reply>;
  draft: ReturnType<typeof useDraftValues<Values>>;
  errors: ReturnType<typeof useFormErrors<Values>>;
};

/** Checks a form's values and sends them, each once. */
export function useSending<Values extends object, Body extends object, Reply>({
  spec,
  draft,
  errors,
}: Parts<Values, Body, Reply>) {
  const { values } = draft;
  const { goOn } = spec;
  const [isBusy, setBusy] = useState(false);
  // Known at once, where a state is drawn a moment later: a second click in between does nothing.
  const sent = useRef<Values | null>(null);
  const keys = useSubmissionKeys(spec.draft?.name);

  /** Empties the form for the next words, or locks it until the answer is there. */
  function begin() {
    sent.current = values;
    if (goOn) draft.sendOff(goOn.clear(values));
    else setBusy(true);
  }

  function refuse(found: Record<string, string | undefined>, form: HTMLFormElement | null) {
    errors.show(knownTo(values, found), form);
    if (goOn) draft.takeBack(values, goOn.join);
  }

  /** The new words of a form that did not wait stay its draft. */
  function arrive() {
    errors.show({}, null);
    if (!goOn || draft.isDone()) draft.drop();
  }

  async function send(body: Body, form: HTMLFormElement | null) {
    const found = { ...(await issuesOf(spec.schema, body)), ...spec.check?.(values) };
    if (Object.values(found).some(Boolean)) return refuse(found, form);
    const key = keys.keyFor(body);
    const outcome = await spec.send({ body, idempotencyKey: key }).then(
      (reply) => ({ reply }),
      (error: unknown) => ({ error }),
    );
    // The mutation has shown the refusal; here its errors find their fields.
    if ("error" in outcome) return refuse(fieldErrors(outcome.error), form);
    keys.forget();
    arrive();
    await spec.onSent?.(outcome.reply, body);
  }

  async function submit(form: HTMLFormElement | null, more?: Partial<Body>) {
    const isSending = goOn ? sent.current === values : sent.current !== null;
    if (isSending || spec.isReady?.(values) === false) return;
    const body = { ...spec.bodyOf(values), ...more };
    begin();
    try {
      await send(body, form);
    } finally {
      sent.current = null;
      setBusy(false);
    }
  }

  return { isBusy, submit };
}
