/**
 * What lists can be asked about follow-up dates: those that have come and wait for somebody; those that come by the end of
 * today or of this week, which begins on Monday; any; none.
 */
export const FOLLOW_UP_FILTERS = ["due", "today", "week", "set", "none"] as const;
export type FollowUpFilter = (typeof FOLLOW_UP_FILTERS)[number];
