/** The database of what may be read without a connection (`kept-store.ts`); a sign-out deletes it whole. */
export const KEPT = "waypost-kept";
