/**
 * What a merge does with the rows of each table that names a ticket (rule 840). A table that is new gets its rule here, or
 * `moving.test.ts` fails: nothing of a merged ticket is forgotten.
 *
 *   moves     the rows go to the ticket that stays, and back with the undo
 *   resolves  the rows stay, and whoever reads them follows `merged_into_id` to the ticket that stays
 *   joins     what they say comes to the ticket that stays as well, and they stay for the undo
 *   stays     the rows belong to the merged ticket itself, which lies aside as one in the trash does
 */
export const MOVING_RULES: Readonly<Record<string, "moves" | "resolves" | "joins" | "stays">> = {
  "attachments.ticket_id": "moves",
  "checklist_items.ticket_id": "moves",
  "comments.ticket_id": "moves",
  // On which ticket a comment was written never changes.
  "comments.origin_ticket_id": "stays",
  // Offered on the ticket that stays, never joined by themselves.
  "drafts.ticket_id": "stays",
  "inbox_items.ticket_id": "joins",
  // A mail to the old ticket is found by its Message-ID, and lands in the one that stays.
  "incoming_mails.ticket_id": "resolves",
  "mails.ticket_id": "resolves",
  "participants.ticket_id": "joins",
  // An answer that somebody else from outside would read is stopped.
  "scheduled_comments.ticket_id": "moves",
  "sla_applications.last_ticket_id": "stays",
  // What runs ends with the merge, and what was decided stays where it was decided.
  "sla_clocks.ticket_id": "stays",
  "sla_due.ticket_id": "stays",
  "sla_pins.ticket_id": "stays",
  "sla_queue.ticket_id": "stays",
  "sla_verdicts.ticket_id": "stays",
  "sla_warnings.ticket_id": "stays",
  "ticket_links.from_ticket_id": "resolves",
  "ticket_links.to_ticket_id": "resolves",
  "ticket_merges.into_id": "stays",
  "ticket_merges.ticket_id": "stays",
  "ticket_moves.from_ticket_id": "stays",
  // A number leads to the ticket that holds the conversation now.
  "ticket_numbers.ticket_id": "moves",
  "ticket_reads.ticket_id": "stays",
  "ticket_tags.ticket_id": "joins",
  // Written anew on the ticket that stays, and deleted on the merged one.
  "ticket_words.ticket_id": "joins",
  "tickets.follow_up_of_id": "resolves",
  "tickets.merged_into_id": "resolves",
};
