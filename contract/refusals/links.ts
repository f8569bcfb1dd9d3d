/** Refusals about links between tickets. */
export const LINK_REFUSALS = {
  "link.not_found": "Link not found",
  "link.to_itself": "A ticket cannot be linked to itself",
  "link.ticket_unknown": "The ticket to link to does not exist",
  "link.too_many": ({ max }: { max: number }) => `A ticket can have at most ${max} links`,
  "link.other_way": "The other ticket is a duplicate of this one already",
  "link.close_duplicates_only": "Only a duplicate is closed with its link",
} as const;
