import { LIMITS } from "#contract/limits.ts";
import { isVisible } from "#contract/text/text-characters.ts";
import { SENTENCES } from "#server/lib/mime/sentences.ts";
import type { KeptFiles } from "./mail-files.ts";

const NOT_KEPT = {
  blocked: "blocked file type",
  too_large: "larger than 25 MB",
  too_many: "more than 50 files",
  no_space: "the space for files is full, see the original",
} as const;
/** Lines about files that are not there; the others are in the original as well. */
const NAMED = 20;

/** The words as a ticket or a comment keeps them: pictures where they stood, and what was not kept named at the end. */
export function writeText(words: string, { pictures, notKept }: KeptFiles): string {
  const lines = notKept
    .slice(0, NAMED)
    .map(({ name, why }) => `${oneLine(name)} was not kept: ${NOT_KEPT[why]}`);
  return join(words, pictures, lines.length === 0 ? "" : `\n\n${lines.join("\n")}`);
}

const NOT_KEPT_LINES = new RegExp(
  `(?:(?:^|\\n)\\n?[^\\n]+ was not kept: (?:${Object.values(NOT_KEPT).join("|")})(?=\\n|$))+$`,
);

/** Other words in the place of those of an earlier text of the same mail; what it says of files stays. */
export function rewriteText(text: string, words: string, pictures: KeptFiles["pictures"]): string {
  return join(words, pictures, NOT_KEPT_LINES.exec(text)?.[0] ?? "");
}

function join(words: string, pictures: KeptFiles["pictures"], end: string): string {
  const placed = placePictures(isVisible(words) ? words : SENTENCES.no_text, pictures).trim();
  return cut(placed, LIMITS.comment - end.length) + end;
}

/** `![name](cid:CONTENT-ID)` becomes the attachment's address; a picture that was not kept becomes its name. */
function placePictures(words: string, pictures: KeptFiles["pictures"]): string {
  return words.replaceAll(/!\[([^\]\n]*)\]\(cid:([^)\s]+)\)/g, (_, name: string, contentId: string) => {
    const id = pictures.get(contentId) ?? pictures.get(decode(contentId));
    return id === undefined ? name : `![${name}](attachment:${id})`;
  });
}

function decode(contentId: string): string {
  try {
    return decodeURIComponent(contentId);
  } catch {
    return contentId;
  }
}

/** Never through the middle of a character, and with the sentence that says so. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const end = `\n\n${SENTENCES.longer}`;
  return text.slice(0, length - end.length).replace(/[\uD800-\uDBFF]$/, "") + end;
}

function oneLine(name: string): string {
  return name.replaceAll(/\s+/g, " ").slice(0, LIMITS.fileName);
}
