/** Endings of files that run when they are opened: usually not kept when they come by mail. */
export const BLOCKED_FILE_TYPES = [
  "exe",
  "scr",
  "com",
  "bat",
  "cmd",
  "pif",
  "js",
  "jse",
  "vbs",
  "vbe",
  "wsf",
  "hta",
  "lnk",
  "ps1",
  "msi",
  "jar",
  "iso",
  "img",
  "vhd",
] as const;

export type BlockedFileType = (typeof BLOCKED_FILE_TYPES)[number];
