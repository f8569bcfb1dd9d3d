import { LIMITS } from "#contract/limits.ts";

const MEGABYTE = 1024 * 1024;

/** The texts of files (rule 275; what rule 168 does not hold is free to reword). */
export const UPLOAD_MESSAGES = {
  failed: "Upload failed",
  attach: "Attach files",
  attachments: "Attachments",
  toSend: "Files to send",
  dropHere: "Drop files to attach them",
  hint: "Drag files here, or paste a screenshot",
  sending: "Sending",
  cancel: "Cancel upload",
  remove: "Remove file",
  retry: "Retry upload",
  download: "Download",
  downloadFailed: "Failed to download file",
  deleteFailed: "Failed to remove file",
  delete: "Remove file",
  deleteQuestion: "Everybody who can see this ticket loses the file. This cannot be undone.",
  deleting: "Removing...",
  show: "Show picture",
  pasted: "Pasted",
  tooBig: `A file can be at most ${LIMITS.attachmentBytes / MEGABYTE} MB`,
  tooMany: `At most ${LIMITS.attachmentsPerMessage} files can be attached at once`,
  stillSending: "Wait until the files are sent",
  unsent: "Retry or remove the files that failed",
} as const;

/** "812 B", "14 KB", "2.4 MB" */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < MEGABYTE) return `${Math.round(bytes / 1024)} KB`;
  return `${(bytes / MEGABYTE).toFixed(1)} MB`;
}
