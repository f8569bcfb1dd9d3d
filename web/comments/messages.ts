import { LIMITS } from "#contract/limits.ts";

/** The texts of the conversation (rule 274; what rule 168 does not hold is free to reword). */
export const COMMENT_MESSAGES = {
  comments: "Comments",
  none: "No comments yet",
  loading: "Loading comments...",
  failedToFetch: "Failed to fetch comments",
  failedToCreate: "Failed to create comment",
  failedToUpdate: "Failed to update comment",
  failedToDelete: "Failed to delete comment",
  staff: "Staff",
  client: "Client",
  resemblesStaff: "Not staff: same name",
  you: "You",
  system: "System",
  edited: "edited",
  from: "from",
  versions: "Earlier versions",
  failedToFetchVersions: "Failed to fetch versions",
  deleted: "This comment was deleted",
  internal: "Internal note",
  internalHint: "Only staff can read this",
  write: "Write a comment",
  placeholder: "Write a comment…",
  internalPlaceholder: "Write an internal note…",
  internalBanner: "Internal note: clients never see this",
  audience: "Visible to everyone who can see this ticket",
  internalAudience: "Visible to staff only",
  mailedTo: "Will be mailed to",
  andMore: (n: number) => `and ${n} more`,
  whoReads: "Who will read this",
  nobodyMailed: "Nobody is mailed",
  deskReads: "The help desk will read this",
  noteMailed: "Internal: nobody is mailed",
  switchedOff: (name: string) => `${name}: switched off`,
  notArriving: (name: string) => `${name}: mail does not arrive`,
  belongsTo: (name: string, company: string) => `${name} belongs to ${company}`,
  sendAnyway: "Send anyway",
  add: "Add Comment",
  adding: "Adding...",
  addInternal: "Add Internal Note",
  addAndSet: "Add comment and set status",
  actions: "Comment actions",
  edit: "Edit comment",
  delete: "Delete comment",
  moderate: "Delete comment as moderator",
  deleteAct: "Delete",
  moderateAct: "Moderate",
  deleting: "Deleting...",
  deleteQuestion: "Are you sure you want to delete your comment? This action will soft delete the comment.",
  moderateQuestion:
    "Are you sure you want to moderate this comment? This will soft delete the comment (Admin action).",
  save: "Save",
  saving: "Saving...",
  saveHint: "save",
  cancelHint: "cancel",
  noLongerHere: "This comment is no longer here",
  followUp: "Create a follow-up ticket",
} as const;

/** The effect of a reply on its ticket, shown before it is sent (rule 72). */
export const REPLY_EFFECT_MESSAGES = {
  opens: "Your comment sets this ticket back to Open.",
  reopens: "This ticket is closed. Your comment opens it again.",
  tooLate: `This ticket was closed more than ${LIMITS.replyReopensDays} days ago: until it is reopened, it takes no comments.`,
  staysPending: "The ticket stays Pending: it waits for the client.",
  staysClosed: "This ticket is closed and stays closed. A client's answer opens it again.",
  readOnly: "Your company is inactive: you can read this ticket, but not answer.",
  inTrash: "This ticket is in the trash and takes no comments.",
} as const;

/** "Add and set Pending" */
export function addAndSetLabel(statusLabel: string): string {
  return `Add and set ${statusLabel}`;
}
