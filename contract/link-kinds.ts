/** What a link says of its two tickets. A duplicate has a direction: the ticket that asks for the link is one of the other. */
export const LINK_KINDS = ["related", "duplicate"] as const;
export type LinkKind = (typeof LINK_KINDS)[number];
