import { useState } from "react";
import { draftKey, dropDraft, keepDraft, readDraft } from "#web/lib/form/drafts.ts";
import { useUser } from "#web/lib/api/session-state.ts";

/** Whom the words are for is part of the draft: a note must never come back as a public comment. */
type Draft = { text: string; isInternal: boolean };

const NOTHING: Draft = { text: "", isInternal: false };

/** An unsent comment, kept in this browser per ticket and person. */
export function useCommentDraft(ticketId: string) {
  const user = useUser();
  const key = draftKey(user.id, `comment:${ticketId}`);
  const [draft, setDraft] = useState(() => readDraft(key, isDraft) ?? NOTHING);
  function change(next: Draft) {
    setDraft(next);
    if (next.text === "") dropDraft(key);
    else keepDraft(key, next);
  }
  return {
    ...draft,
    change: (part: Partial<Draft>) => change({ ...draft, ...part }),
    /** Empties the box, yet keeps the words until they have arrived. */
    hide: () => setDraft({ ...draft, text: "" }),
    show: (sent: Draft) => setDraft(sent),
    forget: () => dropDraft(key),
  };
}

function isDraft(value: unknown): value is Draft {
  return (
    typeof value === "object" &&
    value !== null &&
    "text" in value &&
    typeof value.text === "string" &&
    "isInternal" in value &&
    typeof value.isInternal === "boolean"
  );
}
