import type { LeftOutReason } from "./left-out.ts";

/** In the words of notes and previews, in lower case after the ticket's number. */
export const LEFT_OUT_WORDS: Record<LeftOutReason, string> = {
  closed: "closed",
  in_trash: "in the trash",
  merged: "merged",
  unlinked: "no longer part of this incident",
  no_client: "without a client",
  readers_changed: "other readers than before",
  not_allowed: "you may not answer there",
  gone: "not there any more",
};
