import { tellFailure } from "../ui/tell-failure.ts";
import { type Attachment, fetchFile } from "./send-file.ts";
import { UPLOAD_WORDS } from "./words.ts";

/** How long the browser may take to start saving, in milliseconds. */
const SAVING_STARTS_MS = 60_000;

/** Saves a file to the person's downloads. A link alone could not carry the token. */
export async function downloadFile(file: Pick<Attachment, "id" | "name">): Promise<void> {
  try {
    const url = URL.createObjectURL(await fetchFile(file.id, { inline: false }));
    const link = document.createElement("a");
    link.href = url;
    link.download = file.name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), SAVING_STARTS_MS);
  } catch (error) {
    tellFailure(error, UPLOAD_WORDS.downloadFailed);
  }
}
