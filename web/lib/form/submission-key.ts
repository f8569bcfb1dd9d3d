import { useMemo } from "react";
import { draftKey, dropDraft, saveDraft, readDraft } from "./draft-storage.ts";
import { useSession } from "../api/session-state.ts";

/** A body with the name of its submission: sent again under the same name, it does nothing twice. */
export type Submission<Body> = { body: Body; idempotencyKey: string };

type Last = { content: string; key: string };
/** The storage in which the last key outlives the page. */
type Keep = { read: () => Last | null; write: (last: Last | null) => void };

/**
 * Names submissions of a form for `idempotencyKey`: the same content keeps its name, so that sending it again after
 * a lost answer does nothing twice; changed content, or content after `forget()`, gets a new one.
 */
export function createSubmissionKeys(keep?: Keep) {
  let last = keep?.read() ?? null;
  const set = (next: Last | null) => {
    last = next;
    keep?.write(next);
  };
  return {
    keyFor(body: unknown): string {
      const content = JSON.stringify(body);
      const named = last?.content === content ? last : { content, key: crypto.randomUUID() };
      if (named !== last) set(named);
      return named.key;
    },
    /** Forgets the key after a success: the same content is a new submission then. */
    forget() {
      set(null);
    },
  };
}

/**
 * Names for the submissions of one component, for as long as it is shown. Those of a draft are kept with it: a tab that
 * ends while it sends leaves the words behind, and their name.
 */
export function useSubmissionKeys(draftName?: string) {
  const userId = useSession().user?.id;
  const key = draftName && userId ? draftKey(userId, `sent:${draftName}`) : null;
  return useMemo(
    () =>
      createSubmissionKeys(
        key === null
          ? undefined
          : {
              read: () => readDraft(key, isLast),
              write: (last) => (last ? saveDraft(key, last) : dropDraft(key)),
            },
      ),
    [key],
  );
}

function isLast(value: unknown): value is Last {
  return (
    typeof value === "object" &&
    value !== null &&
    "content" in value &&
    typeof value.content === "string" &&
    "key" in value &&
    typeof value.key === "string"
  );
}
