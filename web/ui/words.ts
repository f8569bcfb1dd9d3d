/** What the shared parts say themselves; everything else comes from the rooms. */
export const UI_WORDS = {
  tryAgain: "Try again",
  close: "Close",
  cancel: "Cancel",
  dismiss: "Dismiss",
  optional: "optional",
  noMatch: "No match",
  loading: "Loading...",
  search: "Search",
  clearSearch: "Clear search",
  copy: "Copy",
  copied: "Copied",
  copyFailed: "Copying is not possible here",
  notifications: "Notifications",
  unknown: "Unknown",
  code: "Code",
  table: "Table",
} as const;
