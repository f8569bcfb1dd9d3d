import { saveFile } from "../lib/save-file.ts";
import { tellFailure } from "../ui/tell-failure.ts";
import { type Attachment, fetchFile } from "./send-file.ts";
import { UPLOAD_WORDS } from "./words.ts";

/** Saves a file to the person's downloads. A link alone could not carry the token. */
export async function downloadFile(file: Pick<Attachment, "id" | "name">): Promise<void> {
  try {
    saveFile(file.name, await fetchFile(file.id, { inline: false }));
  } catch (error) {
    tellFailure(error, UPLOAD_WORDS.downloadFailed);
  }
}
