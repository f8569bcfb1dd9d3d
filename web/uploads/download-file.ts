import { saveFile } from "#web/lib/browser/save-file.ts";
import { toastError } from "#web/ui/feedback/toast-error.ts";
import { type Attachment, fetchFile } from "./upload-file.ts";
import { UPLOAD_MESSAGES } from "./messages.ts";

/** Saves a file to the person's downloads. A link alone could not carry the token. */
export async function downloadFile(file: Pick<Attachment, "id" | "name">): Promise<void> {
  try {
    saveFile(file.name, await fetchFile(file.id, { inline: false }));
  } catch (error) {
    toastError(error, UPLOAD_MESSAGES.downloadFailed);
  }
}
