const comments = (n: number) => (n === 1 ? "1 comment" : `${n} comments`);

/** What everybody reads who sees a ticket that others became part of. */
export const PART_MESSAGES = {
  mergeWith: "Merge…",
  isPart: (uid: string) => `${uid} is now part of this ticket.`,
  dismiss: "Dismiss",
  becamePart: (uid: string) => `${uid} became part of this ticket`,
  moved: (n: number, uid: string) => `${comments(n)} moved to ${uid}`,
  splitFrom: (uid: string) => `Split from ${uid}`,
};
