import type { Reply } from "./data.ts";

/** The box of the ticket on the screen, which takes saved replies from elsewhere as well, such as the palette. */
export type ReplyTaker = { ticketId: string; take: (reply: Reply) => void };

let taker: ReplyTaker | null = null;

/** Null where no ticket can be answered. */
export function replyTakerNow(): ReplyTaker | null {
  return taker;
}

/** Stands until the box is gone, which the function that it gives says. */
export function takeReplies(next: ReplyTaker): () => void {
  taker = next;
  return () => {
    if (taker === next) taker = null;
  };
}
