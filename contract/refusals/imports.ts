import type { FileFaultParams } from "./import-reasons.ts";

/** Refusals about imports. */
export const IMPORT_REFUSALS = {
  "import.not_found": "There is no such import",
  "import.too_large": "A file to import can be at most 1 GB",
  "import.file_gone": "The file of this import is kept for seven days and is gone: choose it once more",
  "import.moved_on": "This import has moved on meanwhile: look at it again",
  "import.unreadable": ({ reason }: FileFaultParams) => reason,
} as const;
