import { useState } from "react";
import type { FormSpec } from "./form-spec.ts";
import { useForm } from "./use-form.ts";

export type SavedSpec<Saved, Values extends object, Body extends object> = Pick<
  FormSpec<Values, Body, Saved>,
  "schema" | "send" | "check"
> & {
  valuesOf: (saved: Saved) => Values;
  /** The values as the API takes them, over the version that the form began with. */
  bodyOf: (values: Values, start: Saved) => Body;
  /** The version is about more than the form shows; a change of the rest is none of its own. */
  isPart?: boolean;
  onSent?: (saved: Saved) => unknown;
};

/**
 * The form of something that is there. It goes on from the version that it began with, so that what somebody else has saved
 * meanwhile is not written over; `present` is how it is now.
 */
export function useSavedForm<Saved extends { version: number }, Values extends object, Body extends object>(
  present: Saved,
  { valuesOf, bodyOf, isPart = false, schema, check, send, onSent }: SavedSpec<Saved, Values, Body>,
) {
  const [start, setStart] = useState(present);
  const form = useForm({
    initial: valuesOf(start),
    bodyOf: (values: Values) => bodyOf(values, start),
    send,
    ...(schema && { schema }),
    ...(check && { check }),
    onSent: (saved) => {
      begin(saved);
      return onSent?.(saved);
    },
  });
  const isOutdated = present.version > start.version && !form.isBusy;
  // Nobody loses anything: the form takes what is saved as its own.
  if (isOutdated && !form.isChanged) begin(present);
  else if (isOutdated && isPart && isEqual(valuesOf(present), valuesOf(start))) setStart(present);

  function begin(saved: Saved) {
    setStart(saved);
    form.adopt(valuesOf(saved));
  }
  return {
    form,
    /** What it began with. */
    start,
    /** Somebody saved another version, which saving this one would write over. */
    isOutdated: isOutdated && form.isChanged,
    /** Takes what is saved now, and gives up what was typed. */
    adopt: () => begin(present),
    /** Takes the changes back. */
    reset: () => form.adopt(valuesOf(start)),
  };
}

function isEqual(a: object, b: object): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
