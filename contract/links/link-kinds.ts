/**
 * What a link says of its two tickets. A duplicate has a direction: the ticket that asks for the link is one of the other.
 * So has a child: the other ticket is the incident to which it belongs.
 */
export const LINK_KINDS = ["related", "duplicate", "child"] as const;
export type LinkKind = (typeof LINK_KINDS)[number];
