import { useEffect, useState } from "react";
import { useForm } from "#web/lib/form/use-form.ts";
import type { Submission } from "#web/lib/form/submission-key.ts";
import { bodyOfBrought } from "#web/replies/composer/brought.ts";
import type { Uploads } from "#web/uploads/use-uploads.ts";
import { type BoxWords, isBoxWords } from "./draft/box-words.ts";
import { joinWords } from "./join-words.ts";
import { mentionsOf } from "./mention/mentioned.ts";
import type { ToReporters } from "./answer-all/use-answer-all.ts";
import type { Outgoing } from "./sending/use-send-answer.ts";
import { useAudience } from "./use-audience.ts";

const NOTHING: BoxWords = { text: "", isInternal: false };

type Writing = {
  ticketId: string;
  /** Set where it goes to all reporters of an incident; a function, since they are looked up by the words. */
  toReporters: () => ToReporters | null;
  uploads: Uploads;
  send: (submission: Submission<Outgoing>) => Promise<unknown>;
  onSent: () => void;
};

/** The form of a new comment. It empties at once, and gets words and files back when the server refuses them. */
export function useNewComment({ ticketId, toReporters, uploads, send, onSent }: Writing) {
  const audience = useAudience(ticketId);
  const [onTheWay, setOnTheWay] = useState(0);
  const form = useForm({
    initial: NOTHING,
    draft: {
      name: `comment:${ticketId}`,
      isDraft: isBoxWords,
      isBlank: ({ text }) => text === "",
    },
    goOn: {
      clear: (words) => ({ ...words, text: "", mentions: [], brought: undefined, toAll: undefined }),
      join: joinWords,
    },
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
    send: async (submission) => {
      const files = uploads.sent;
      uploads.handOver();
      setOnTheWay((n) => n + 1);
      try {
        return await send(submission);
      } catch (error) {
        uploads.adopt(files);
        throw error;
      } finally {
        setOnTheWay((n) => n - 1);
      }
    },
    onSent: () => {
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
  return { ...form, audience, isSending: onTheWay > 0 };
}
