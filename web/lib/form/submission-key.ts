import { useMemo, useState } from "react";
import { draftKey, dropDraft, keepDraft, readDraft } from "./drafts.ts";
import { useUser } from "../api/session-state.ts";

type Last = { content: string; key: string };
/** Where the last name outlives the page. */
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
    /** After a success, the same content is a new submission. */
    forget() {
      set(null);
    },
  };
}

/** Names for the submissions of one component, for as long as it is shown. */
export function useSubmissionKeys() {
  return useState(createSubmissionKeys)[0];
}

/** The same for what is kept as a draft: a tab that ends while it sends leaves the words behind, and their name. */
export function useDraftKeys(name: string) {
  const key = draftKey(useUser().id, `sent:${name}`);
  return useMemo(
    () =>
      createSubmissionKeys({
        read: () => readDraft(key, isLast),
        write: (last) => (last ? keepDraft(key, last) : dropDraft(key)),
      }),
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
