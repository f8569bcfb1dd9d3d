/** Refusals about answers that wait, and about drafts. */
export const SENDING_REFUSALS = {
  "sending.not_found": "No such answer waits here",
  "sending.gone_out": "It was sent already",
  "sending.author_only": "Only its author can do this",
  "sending.time_out_of_range": "Choose a time between 1 minute and 90 days from now",
  "sending.choose_one": "Choose one: wait or send later",
  "sending.too_many": ({ max }: { max: number }) => `At most ${max} answers can wait`,
  "draft.changed_meanwhile": "This draft was also written on another device",
  "draft.too_many": ({ max }: { max: number }) => `At most ${max} drafts can be kept`,
} as const;
