/** Refusals of the server as a whole, whatever was asked. */
export const SERVER_REFUSALS = {
  "server.internal_error": "An error occurred",
  "server.busy": "The desk is very busy right now. Try again in a moment.",
  "server.database_away": "The database cannot be reached right now. Try again in a moment.",
  "server.files_away": "Attachments cannot be reached right now. Try again in a moment.",
  "server.timed_out": "This took too long, so nothing was changed. Try again in a moment.",
  /** Whether the work still comes to its end is not known: the database may be slow, or gone. */
  "server.no_answer_in_time": "No answer came in time. Try again in a moment.",
  "server.disk_full": "The disk is full, so nothing could be saved.",
  "server.disk_nearly_full": "The disk is nearly full, so nothing can be saved. Reading still works.",
  /** Also the last line of a CSV download, whose status was sent already. */
  "server.export_broke_off": "The export broke off and is incomplete. Please try again.",
  "server.too_many_at_once": "Too many of your requests are being answered at once. Try again in a moment.",
  "server.too_many_streams": "Too many windows listen at once. Close some of them.",
  "server.metrics_key_required": "The key of METRICS_KEY is needed",
  "server.web_not_built": "The web app is not built yet",
} as const;
