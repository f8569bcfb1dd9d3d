const counted = (n: number, one: string, many: string) => (n === 1 ? `1 ${one}` : `${n} ${many}`);
const list = (all: readonly string[]) => new Intl.ListFormat("en").format(all);

/** The texts of splitting a ticket. */
export const SPLIT_MESSAGES = {
  split: "Split from here…",
  splitName: (name: string) => `Split from the comment of ${name}`,
  choose: (name: string) => `Take along the comment of ${name}`,
  chosen: (n: number) => `${counted(n, "comment", "comments")} chosen`,
  next: "New ticket…",
  cancel: "Cancel",
  title: (n: number) => `New ticket from ${counted(n, "comment", "comments")}`,
  hint: "They move there with their files. You can undo this at any time.",
  subject: "Subject",
  issue: "Description",
  issueIsFirst: "The first public comment; change it, and every comment stays in the conversation.",
  issueByHand: "There are notes alone: say in your words what it is about.",
  requester: "Client",
  readers: (names: readonly string[]) =>
    names.length === 0 ? "Nobody from outside will read it." : `${list(names)} will read it.`,
  stay: "Who takes part in this ticket does not come along.",
  company: "Company",
  act: "Split",
  acting: "Splitting…",
  done: (n: number, uid: string) => `${counted(n, "comment", "comments")} moved to ${uid}`,
  open: "Open",
  failed: "Failed to split the ticket",
  failedToPreview: "What a split would do could not be found out",
};
