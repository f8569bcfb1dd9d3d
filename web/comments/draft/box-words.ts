import type { Brought } from "#web/replies/composer/brought.ts";
import type { Uploads } from "#web/uploads/use-uploads.ts";
import type { Mention } from "../mention/use-mentioning.tsx";

type BoxWords = {
  text: string;
  isInternal: boolean;
  mentions?: readonly Mention[];
  brought?: Brought | undefined;
};

/** A box and its draft. */
export type KeeperProps = {
  ticketId: string;
  /** Whether the server has words of this person; unknown for clients. */
  hasDraft: boolean | undefined;
  words: BoxWords;
  uploads: Uploads;
  onAdopt: (words: BoxWords) => void;
};
