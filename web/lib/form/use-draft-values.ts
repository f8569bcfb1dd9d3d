import { useLayoutEffect, useRef, useState } from "react";
import { useSession } from "../api/session-state.ts";
import { draftKey, dropDraft, saveDraft, readDraft } from "./draft-storage.ts";

/** The options of a form's draft, which outlives the page in this browser. */
export type Draft<Values> = {
  /** The name of the draft, such as `comment:${ticketId}`. */
  name: string;
  /** Whether what the browser has kept is a draft of this form. */
  isDraft: (value: unknown) => value is Values;
  /** Whether nothing in the values is worth keeping. */
  isBlank: (values: Values) => boolean;
  /** The values that a stored draft begins as; unchanged, unless the page has something to add. */
  restore?: (kept: Values) => Values;
};

/** The values of a form, kept in this browser while they are a draft. */
export function useDraftValues<Values extends object>(initial: Values, draft: Draft<Values> | undefined) {
  const userId = useSession().user?.id;
  const key = draft && userId ? draftKey(userId, draft.name) : null;
  const [kept, setKept] = useState(() => (key && draft ? readDraft(key, draft.isDraft) : null));
  const [values, setValues] = useState(() => (kept && (draft?.restore?.(kept) ?? kept)) ?? initial);
  // Two changes of one event build on each other before either is drawn.
  const latest = useRef(values);
  useLayoutEffect(() => {
    latest.current = values;
  }, [values]);
  const isDone = useRef(false);
  const drop = () => {
    isDone.current = true;
    if (key) dropDraft(key);
  };
  function write(next: Values) {
    isDone.current = false;
    latest.current = next;
    setValues(next);
    if (!key || !draft) return;
    if (draft.isBlank(next)) dropDraft(key);
    else saveDraft(key, next);
  }
  return {
    values,
    /** The form began with words of an earlier visit. */
    isRestored: kept !== null,
    change: (update: (now: Values) => Values) => write(update(latest.current)),
    /** Shows other values, and keeps the draft as it is. */
    show: setValues,
    /** Shows other values while those before are on their way. */
    sendOff: (next: Values) => {
      isDone.current = true;
      latest.current = next;
      setValues(next);
    },
    /** Shows them again, joined with what was written since. */
    takeBack: (before: Values, join: (before: Values, since: Values) => Values) =>
      write(isDone.current ? before : join(before, latest.current)),
    /** Whether nothing was written since the last words arrived, were sent off or given up. */
    isDone: () => isDone.current,
    drop,
    /** Begins anew. */
    discard: () => {
      drop();
      setKept(null);
      setValues(initial);
    },
  };
}
