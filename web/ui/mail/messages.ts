/** The texts of a mail as it arrived. */
export const ORIGINAL_MESSAGES = {
  view: "View",
  asText: "Text",
  asShown: "As shown",
  headers: "Headers",
  noRemote: "Remote images are not loaded.",
  message: "Message",
  arrived: (times: number) =>
    times === 2 ? "arrived twice, kept once" : `arrived ${times} times, kept once`,
  download: "Download .eml",
  downloading: "Downloading...",
  downloadFailed: "Failed to download the mail",
  headersFailed: "Failed to fetch the headers",
  loading: "Loading mail...",
  noText: "This mail has no text.",
  close: "Close",
} as const;
