/** The texts of a macro for many tickets. */
export const MACRO_MESSAGES = {
  find: "Find a saved reply…",
  noMatch: "No saved reply matches",
  none: "No saved replies yet",
  loading: "Loading saved replies…",
  intro: (count: number, seconds: number) =>
    `For ${count === 1 ? "1 selected ticket" : `${count} selected tickets`}. Nothing is sent before you say so${
      seconds > 0 ? `, and for ${seconds} seconds after` : ""
    }.`,
  preparing: "Preparing the preview…",
  failedToPreview: "Failed to prepare the preview",
  cannot: (why: string) => `Cannot take it: ${why}`,
  notFilledIn: (labels: string) => `not filled in: ${labels}`,
  mailTo: (names: string) => `mail to ${names}`,
  andMore: (name: string, more: number) => `${name} and ${more} more`,
  nobody: "nobody gets mail",
  apply: (count: number) => (count === 1 ? "Apply to 1 ticket" : `Apply to ${count} tickets`),
  applying: "Applying...",
  stay: (count: number) => (count === 1 ? "1 ticket stays as it is" : `${count} tickets stay as they are`),
  applied: (name: string, count: number) =>
    `${name} applied to ${count === 1 ? "1 ticket" : `${count} tickets`}`,
  failed: "Failed to apply the macro",
  takenBack: "Answers taken back",
  select: (uid: string) => `Apply to ${uid}`,
  shown: "Text for this ticket",
  asNote: "as an internal note",
  isPart: (uid: string) => `it was merged into ${uid} meanwhile`,
  isGone: "it was merged meanwhile, or is in the trash",
  gone: (n: number) => (n === 1 ? "1 ticket is not there any more" : `${n} tickets are not there any more`),
} as const;
