/** Refusals about the conversation of a ticket. */
export const COMMENT_REFUSALS = {
  "comment.not_found": "Comment not found",
  "comment.required": "Comment is required",
  "comment.closed_long_ago": "This ticket was closed too long ago to answer",
  "comment.audience_changed": "The people who will read this have changed",
  "comment.ticket_in_trash": "Tickets in the trash cannot be answered",
  "comment.edit_author_only": "Only its author can edit a comment",
  "comment.delete_author_only": "Only its author or an administrator can delete a comment",
  "comment.internal_staff_only": "Only staff can write internal notes",
  "comment.mention_staff_only": "Only staff can be mentioned in an internal note",
  "comment.mention_cannot_see": ({ name }: { name: string }) => `${name} cannot see this ticket`,
  "comment.mention_unknown": "Somebody mentioned here cannot be mentioned",
  "comment.mention_not_in_text": "A mention must stand in the text",
  "comment.mentions_too_many": ({ max }: { max: number }) => `At most ${max} people can be mentioned at once`,
  "comment.status_staff_only": "Only staff can set a status with an answer",
} as const;
