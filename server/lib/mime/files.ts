import { decodeWords } from "postal-mime";
import type { BodyPiece } from "./body.ts";
import { detectBlockedType } from "./blocked-types.ts";
import type { CollectedFile } from "./parts/collect.ts";
import { cutText, oneLine } from "./headers.ts";
import type { MailFile } from "./parsed-mail.ts";

const FILES = 50;
const FILE_BYTES = 25 * 1024 * 1024;
const NAMED_FILES = 500;
const NAME_LENGTH = 500;

/** Files of a mail: the first 50 with their bytes, the names of the others. */
export function readFiles(collected: readonly CollectedFile[], pieces: readonly BodyPiece[]): MailFile[] {
  const text = pieces.map(({ plain, html }) => `${plain ?? ""}\n${html ?? ""}`).join("\n");
  return collected.slice(0, NAMED_FILES).map((file, index) => {
    const name = nameOf(file);
    const skipped = index >= FILES ? "too_many" : file.bytes.length > FILE_BYTES ? "too_large" : null;
    return {
      name,
      type: /^[\w.+-]+\/[\w.+-]+$/.test(file.type) ? file.type : "application/octet-stream",
      bytes: skipped ? new Uint8Array(0) : file.bytes,
      size: file.bytes.length,
      contentId: file.contentId,
      isInline: isInline(file, name, text),
      refusedAs: detectBlockedType(name, file.bytes),
      skipped,
    };
  });
}

/** A picture that the text names where it stands: the HTML by its Content-ID, plain text as `placePictures` reads it. */
function isInline({ type, contentId }: CollectedFile, name: string, text: string): boolean {
  if (!type.startsWith("image/") || contentId === null) return false;
  return text.includes(`cid:${contentId}`) || (name !== "" && text.includes(`[image: ${name}]`));
}

function nameOf({ name, type }: CollectedFile): string {
  const decoded = cutText(oneLine(decodeWords(name)), NAME_LENGTH);
  if (decoded !== "") return decoded;
  return UNNAMED[type] ?? "";
}

const UNNAMED: Record<string, string> = { "message/rfc822": "message.eml", "text/calendar": "invite.ics" };
