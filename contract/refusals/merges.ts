/** Refusals about merging and splitting tickets. */
export const MERGE_REFUSALS = {
  "ticket.merged": ({ uid, into }: { uid: string; into: string }) => `${uid} was merged into ${into}`,
  "merge.other_company": ({ uid, company, kept, kept_company }: Pair & Companies) =>
    `${uid} belongs to ${company}, ${kept} to ${kept_company}. Tickets of different companies cannot be merged: link them instead.`,
  "merge.without_company": ({ uid }: { uid: string }) => `${uid} has no company: set it first`,
  "merge.confidential": "Make both confidential first",
  "merge.incident_nested": ({ uid, kept }: Pair) =>
    `Of ${uid} and ${kept} one is an incident and the other belongs to one: take it out of the incident first`,
  "merge.other_incident": ({ uid, incident, kept, kept_incident }: Pair & Incidents) =>
    `${uid} belongs to ${incident}, ${kept} to ${kept_incident}: take one of them out of its incident first`,
  "merge.in_trash": ({ uid }: { uid: string }) => `${uid} is in the trash`,
  "merge.merged_already": ({ uid }: { uid: string }) => `${uid} was merged already`,
  "merge.into_itself": "A ticket cannot be merged into itself",
  "merge.too_many": ({ max }: { max: number }) => `At most ${max} tickets can be merged at once`,
  "merge.onward": ({ uid, into }: { uid: string; into: string }) =>
    `${uid} was merged into ${into} since: undo that merge first`,
  "merge.split_since": ({ uid }: { uid: string }) =>
    `Comments moved on to ${uid} since: undo that split first`,
  "merge.since_of_one": "Take comments along with one merge at a time",
  "merge.description_fixed": "This is the description of a merged ticket, which stays as it was",
  "merge.no_comments": "Choose at least one comment",
  "merge.too_many_comments": ({ max }: { max: number }) => `At most ${max} comments can be moved at once`,
  "merge.comment_unknown": "A chosen comment is not on this ticket any more",
  "merge.client_unfit": "The requester must belong to the company of the ticket",
} as const;

type Pair = { uid: string; kept: string };
type Incidents = { incident: string; kept_incident: string };
type Companies = { company: string; kept_company: string };
