import type { Brought } from "#web/replies/composer/brought.ts";
import type { Uploads } from "#web/uploads/use-uploads.ts";
import type { Mention } from "../mention/use-mentioning.tsx";

/** The words of a box. Their visibility is part of them: an internal note must never come back as a public comment. */
export type BoxWords = {
  text: string;
  isInternal: boolean;
  /** Absent in drafts of earlier versions. */
  mentions?: readonly Mention[];
  /** What saved replies have brought besides words. */
  brought?: Brought | undefined;
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
