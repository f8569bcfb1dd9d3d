import { isRecord } from "#web/lib/api/api-error.ts";
import { type Brought, isBrought } from "#web/replies/composer/brought.ts";
import type { Uploads } from "#web/uploads/use-uploads.ts";
import { isToAll, type ToAll } from "../answer-all/to-all.ts";
import type { Mention } from "../mention/use-mentioning.tsx";

/** The words of a box. Their visibility is part of them: an internal note must never come back as a public comment. */
export type BoxWords = {
  text: string;
  isInternal: boolean;
  /** Absent in drafts of earlier versions. */
  mentions?: readonly Mention[];
  /** What saved replies have brought besides words. */
  brought?: Brought | undefined;
  /** Set where they are for all reporters of an incident; known to this browser alone. */
  toAll?: ToAll | undefined;
};

/** A box and its draft. */
export type KeeperProps = {
  ticketId: string;
  /** Whether the server has words of this person; unknown for clients. */
  hasDraft: boolean | undefined;
  words: BoxWords;
  uploads: Uploads;
  /** Whether words of this box are on their way. */
  isSending: boolean;
  onAdopt: (words: BoxWords) => void;
};

/** Whether what the browser has kept can be the words of a box. */
export function isBoxWords(value: unknown): value is BoxWords {
  return (
    isRecord(value) &&
    typeof value["text"] === "string" &&
    typeof value["isInternal"] === "boolean" &&
    (value["mentions"] === undefined || isMentions(value["mentions"])) &&
    (value["brought"] === undefined || isBrought(value["brought"])) &&
    (value["toAll"] === undefined || isToAll(value["toAll"]))
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
