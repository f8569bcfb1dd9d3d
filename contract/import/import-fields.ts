/**
 * What a column of the file can become. `client` and `assignee` hold an e-mail address or a name, `company` and `team` a
 * name, `comments` and `tags` become internal notes, `number` is the one that the ticket had where it comes from.
 */
export const IMPORT_FIELDS = [
  "subject",
  "issue",
  "status",
  "priority",
  "assignee",
  "client",
  "company",
  "team",
  "created",
  "updated",
  "closed",
  "tags",
  "comments",
  "number",
] as const;
export type ImportField = (typeof IMPORT_FIELDS)[number];

/** The fields whose words stand for something that the desk has, so that each distinct one can be given a meaning. */
export const IMPORT_VALUE_FIELDS = ["status", "priority", "assignee", "client", "company", "team"] as const;
export type ImportValueField = (typeof IMPORT_VALUE_FIELDS)[number];

/** Times of a ticket, whose columns each write their days in one order. */
export const IMPORT_TIME_FIELDS = ["created", "updated", "closed"] as const satisfies readonly ImportField[];
export type ImportTimeField = (typeof IMPORT_TIME_FIELDS)[number];

/** Where an import stands: a file without a check, being read, checked, running, and how it ended. */
export const IMPORT_STATES = [
  "draft",
  "checking",
  "checked",
  "running",
  "stopping",
  "stopped",
  "done",
  "failed",
  "undoing",
  "undone",
] as const;
export type ImportState = (typeof IMPORT_STATES)[number];
