import { isRecord } from "#web/lib/api/api-error.ts";
import { useForm } from "#web/lib/form/use-form.ts";
import type { Submission } from "#web/lib/form/submission-key.ts";
import type { Uploads } from "#web/uploads/use-uploads.ts";
import type { NewComment } from "./data.ts";

/** The visibility is part of the draft: an internal note must never come back as a public comment. */
type Words = { text: string; isInternal: boolean };
const NOTHING: Words = { text: "", isInternal: false };

type Writing = {
  ticketId: string;
  uploads: Uploads;
  send: (submission: Submission<NewComment>) => Promise<unknown>;
  onSent: () => void;
};

/** The form of a new comment. It empties at once, and gets its words back when the server refuses them. */
export function useNewComment({ ticketId, uploads, send, onSent }: Writing) {
  return useForm({
    initial: NOTHING,
    draft: {
      name: `comment:${ticketId}`,
      isDraft: isWords,
      isBlank: ({ text }) => text === "",
    },
    clear: (words) => ({ ...words, text: "" }),
    bodyOf: ({ text, isInternal }): NewComment => ({
      comment: text,
      visibility: isInternal ? "internal" : "public",
      ...(uploads.sent.length > 0 && { attachment_ids: uploads.sent.map(({ id }) => id) }),
    }),
    isReady: ({ text }) => text.trim() !== "" && uploads.blockedReason === null,
    send,
    onSent: () => {
      uploads.clear();
      onSent();
    },
  });
}

function isWords(value: unknown): value is Words {
  return isRecord(value) && typeof value["text"] === "string" && typeof value["isInternal"] === "boolean";
}
