import { useMemo } from "react";
import { draftKey, dropDraft, saveDraft, readDraft } from "./draft-storage.ts";
import { useSession } from "../api/session-state.ts";

/** A body with the name of its submission: sent again under the same name, it does nothing twice. */
export type Submission<Body> = { body: Body; idempotencyKey: string };

type Last = { content: string; key: string };
/** The storage in which the last key outlives the page. */
type Keep = { read: () => Last | null; write: (last: Last | null) => void };
/** What all windows that show the same words know them by; null where no other window has them. */
type SharedName = () => string | null;

/**
 * Names submissions of a form for `idempotencyKey`: the same content keeps its name, so that sending it again after
 * a lost answer does nothing twice; changed content, or content after `forget()`, gets a new one. Windows with the same
 * shared name give the same content the same name, so that of two which send it at once one does.
 */
export function createSubmissionKeys(keep?: Keep, sharedName?: SharedName) {
  let last = keep?.read() ?? null;
  let done: string | null = null;
  const set = (next: Last | null) => {
    last = next;
    keep?.write(next);
  };
  function nameOf(content: string): string {
    const shared = sharedName?.() ?? null;
    const key = shared === null ? null : `${shared}:${digest(content)}`;
    // Words that came back and are sent again are not those that went.
    return key === null || key === done ? crypto.randomUUID() : key;
  }
  return {
    keyFor(body: unknown): string {
      const content = JSON.stringify(body);
      const named = last?.content === content ? last : { content, key: nameOf(content) };
      if (named !== last) set(named);
      return named.key;
    },
    /** Forgets the key after a success: the same content is a new submission then. */
    forget() {
      done = last?.key ?? null;
      set(null);
    },
  };
}

/**
 * Names for the submissions of one component, for as long as it is shown. Those of a draft are kept with it: a tab that
 * ends while it sends leaves the words behind, and their name.
 */
export function useSubmissionKeys(draftName?: string, sharedName?: SharedName) {
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
        sharedName,
      ),
    [key, sharedName],
  );
}

/** FNV-1a, of 32 bits: tells apart what is sent of one draft, and nothing more. */
function digest(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36);
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
