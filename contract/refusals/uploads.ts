/** Refusals about files. */
export const UPLOAD_REFUSALS = {
  "upload.not_found": "File not found",
  "upload.not_stored": "This file is no longer stored",
  "upload.not_multipart": "Send the file as multipart/form-data",
  "upload.not_one_file": "Send one file in the field file",
  "upload.cut_off": "The upload was cut off",
  "upload.too_large": "A file can be at most 25 MB",
  "upload.too_many_drafts": "Too many files wait in drafts. Send or remove some of them first.",
  "upload.too_many_at_once": ({ max }: { max: number }) => `At most ${max} files can be attached at once`,
  "upload.ticket_full": ({ max }: { max: number }) => `A ticket can have at most ${max} files`,
  "upload.storage_full":
    "There is no space left for attachments. An administrator can make room under Settings > Retention.",
  "upload.gone": "An attached file is not there any more: attach it again",
  "upload.attach_again": "Attach the file again",
} as const;
