import { useEffect } from "react";
import { isRecord } from "#web/lib/api/api-error.ts";
import { useForm } from "#web/lib/form/use-form.ts";
import type { Submission } from "#web/lib/form/submission-key.ts";
import { bodyOfBrought, type Brought, isBrought } from "#web/replies/composer/brought.ts";
import type { Uploads } from "#web/uploads/use-uploads.ts";
import { mentionsOf } from "./mention/mentioned.ts";
import type { Mention } from "./mention/use-mentioning.tsx";
import type { ToReporters } from "./answer-all/use-answer-all.ts";
import type { Outgoing } from "./sending/use-send-answer.ts";
import { useAudience } from "./use-audience.ts";

/** The visibility is part of the draft: an internal note must never come back as a public comment. */
type Words = {
  text: string;
  isInternal: boolean;
  /** Absent in drafts of earlier versions. */
  mentions?: readonly Mention[];
  /** What saved replies have brought besides words. */
  brought?: Brought | undefined;
};
const NOTHING: Words = { text: "", isInternal: false };

type Writing = {
  ticketId: string;
  /** Set where it goes to all reporters of an incident; a function, since they are looked up by the words. */
  toReporters: () => ToReporters | null;
  uploads: Uploads;
  send: (submission: Submission<Outgoing>) => Promise<unknown>;
  onSent: () => void;
};

/** The form of a new comment. It empties at once, and gets its words back when the server refuses them. */
export function useNewComment({ ticketId, toReporters, uploads, send, onSent }: Writing) {
  const audience = useAudience(ticketId);
  const form = useForm({
    initial: NOTHING,
    draft: {
      name: `comment:${ticketId}`,
      isDraft: isWords,
      isBlank: ({ text }) => text === "",
    },
    clear: (words) => ({ ...words, text: "", mentions: [], brought: undefined }),
    bodyOf: ({ text, isInternal, mentions, brought }): Outgoing => {
      const files = uploads.sent.length > 0 && { attachment_ids: uploads.sent.map(({ id }) => id) };
      const to_reporters = toReporters();
      if (to_reporters) return { comment: text, visibility: "public", to_reporters, ...files };
      return {
        comment: text,
        visibility: isInternal ? "internal" : "public",
        ...(!isInternal && audience.readers && { audience_seen: audience.readers.digest }),
        ...mentionsOf(text, mentions),
        ...bodyOfBrought(brought),
        ...files,
      };
    },
    isReady: ({ text, isInternal }) => {
      if (text.trim() === "" || uploads.blockedReason !== null) return false;
      const chosen = toReporters();
      return chosen ? chosen.child_ids.length > 0 : isInternal || audience.strangers.length === 0;
    },
    send,
    onSent: () => {
      uploads.clear();
      audience.beginAnew();
      onSent();
    },
  });
  const hasWords = form.values.text !== "";
  const { setWanted } = audience;
  // Words of an earlier visit stand in the box before anybody turns to it.
  useEffect(() => {
    if (hasWords) setWanted(true);
  }, [hasWords, setWanted]);
  return { ...form, audience };
}

function isWords(value: unknown): value is Words {
  return (
    isRecord(value) &&
    typeof value["text"] === "string" &&
    typeof value["isInternal"] === "boolean" &&
    (value["mentions"] === undefined || isMentions(value["mentions"])) &&
    (value["brought"] === undefined || isBrought(value["brought"]))
  );
}

function isMentions(value: unknown): value is Mention[] {
  return (
    Array.isArray(value) &&
    value.every(
      (each) => isRecord(each) && typeof each["user_id"] === "string" && typeof each["name"] === "string",
    )
  );
}
