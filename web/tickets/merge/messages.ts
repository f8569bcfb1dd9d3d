const counted = (n: number, one: string, many: string) => (n === 1 ? `1 ${one}` : `${n} ${many}`);
const list = (all: readonly string[]) => new Intl.ListFormat("en").format(all);

export const MERGE_MESSAGES = {
  merge: "Merge",
  title: "Merge tickets",
  hint: "Keep one; the others become part of it. You can undo this at any time.",
  chooseOther: "Which ticket becomes part of it?",
  chooseHint: "A ticket of the same company, by its number or its words.",
  keep: "Keep",
  keepOne: (uid: string) => `Keep ${uid}`,
  stays: "This stays",
  comments: (n: number) => counted(n, "comment", "comments"),
  happens: "What happens",
  joins: (n: number, parts: readonly string[], uid: string) =>
    `${list([n === 1 ? "Its description" : "Their descriptions", ...parts])} ${
      n === 1 && parts.length === 0 ? "joins" : "join"
    } ${uid} in the order of time. Each keeps its mark`,
  parts: {
    comments: (n: number) => counted(n, "comment", "comments"),
    notes: (n: number) => counted(n, "internal note", "internal notes"),
    files: (n: number) => counted(n, "file", "files"),
    checklist: (n: number) => counted(n, "item to do", "items to do"),
  },
  from: "from",
  leads: (uids: readonly string[], kept: string) =>
    uids.length === 1
      ? `${list(uids)}, its links and mails lead to ${kept}. It leaves lists and counts.`
      : `${list(uids)}, their links and mails lead to ${kept}. They leave lists and counts.`,
  keeps: (uid: string) => `${uid} keeps its status, priority, assignee and team.`,
  keepsOthers: (uid: string) => `${uid} keeps everything else.`,
  settles: {
    status: (to: string) => `Status becomes ${to}.`,
    priority: (to: string) => `Priority becomes ${to}.`,
    assignee_id: (to: string) => `${to} becomes its assignee.`,
    group_id: (to: string) => `${to} becomes its team.`,
    follow_up_at: (to: string) => `Follow-up: ${to}.`,
    tags: (to: string) => `Tags added: ${to}.`,
    participants: (to: string) => `${to} will be on it.`,
  },
  waiting: (n: number, kept: string) =>
    `${counted(n, "answer that waits goes", "answers that wait go")} out in ${kept}.`,
  stops: (n: number) =>
    n === 1
      ? "1 answer that waits is stopped, since others would read it, and its author told."
      : `${n} answers that wait are stopped, since others would read them, and their authors told.`,
  draftKept: (uid: string, kept: string) => `Your draft on ${uid} is kept and offered in ${kept}.`,
  list,
  newReaders: "Will newly read it",
  nobodyNew: "Nobody new",
  reads: (name: string, parts: readonly { uid: string; comments: number }[]) =>
    `reads ${list(parts.map(({ uid, comments }) => (comments === 0 ? uid : `${uid} and its ${counted(comments, "comment", "comments")}`)))}, and gets its mails.`,
  link: "Link",
  linked: "Linked",
  leftOut: (n: number, all: number) => `${n} of ${all} ${n === 1 ? "is" : "are"} left out`,
  act: (n: number) => `Merge ${n} tickets`,
  nothing: "None of them can be merged with this one.",
  merging: "Merging…",
  done: (uids: readonly string[], kept: string) => `${list(uids)} merged into ${kept}`,
  undone: "Merge undone",
  failed: "Failed to merge the tickets",
  failedToPreview: "What a merge would do could not be found out",
  failedToUndo: "Failed to undo it",
  failedToFetch: "The merges of this ticket could not be fetched",
  wasMerged: (uid: string) => `${uid} was merged into this ticket`,
  wasSplit: (uid: string) => `This ticket was split from ${uid}`,
  came: (parts: readonly string[]) => `${list(parts)} came along.`,
  description: "Its description",
  nowOnIt: (names: readonly string[]) => `${list(names)} ${names.length === 1 ? "is" : "are"} on it now.`,
  by: "by",
  draftFrom: (uid: string) => `Your draft from ${uid}:`,
  insert: "Insert",
  discard: "Discard",
  failedDraft: "The draft could not be brought here",
  undoMerge: "Undo merge",
  undoSplit: "Undo split",
  undoQuestion: (uid: string) => `${uid} becomes a ticket of its own again, with all that came with it.`,
  splitQuestion: (uid: string) =>
    `All that stands on it now goes back to ${uid}, to which its number leads from then on.`,
  since: "Written since",
  takesAlong: "Ticked ones go along.",
  undoing: "Undoing…",
  splitUndone: "Split undone",
};
