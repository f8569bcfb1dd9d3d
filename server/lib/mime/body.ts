import { isVisible } from "#contract/text/text-characters.ts";
import { type Folded, foldLines, joinLines, textToLines } from "./fold.ts";
import { cutText } from "./headers.ts";
import { HTML_LENGTH, htmlToLines } from "./html.ts";
import type { TextLine } from "./html/markdown-lines.ts";
import { SENTENCES, type SentenceId } from "./sentences.ts";

/** The same text in up to two forms. */
export type BodyPiece = { plain: string | null; html: string | null };

export type Words = { words: string; quoted: string | null; whole: string; sentences: SentenceId[] };

/** A picture that came along; the text says where it stands. */
export type Picture = { name: string; contentId: string | null };

export const WORDS_LENGTH = 20_000;
const QUOTED_LENGTH = 200_000;
/** Characters of text that are looked at: whatever is longer is a file that somebody sent as a text. */
const TEXT_LENGTH = 1_000_000;

/** What the mail says. Plain text is taken where there is any; a forward is what the mail is about, and not folded. */
export function readWords(
  all: readonly BodyPiece[],
  isForward: boolean,
  pictures: readonly Picture[] = [],
): Words {
  const pieces = withinLength(all).map((piece) => ({
    ...piece,
    plain: placePictures(piece.plain, pictures),
  }));
  const lines = pieces.flatMap((piece, index) => [...(index > 0 ? [BLANK] : []), ...linesOf(piece)]);
  const whole = joinLines(lines);
  if (!isVisible(whole)) return { words: "", quoted: null, whole: "", sentences: [] };
  const folded = isForward ? { words: whole, quoted: null } : foldBest(pieces, lines);
  return { ...cutWords(folded), whole };
}

/** For the original's view: each piece as HTML. */
export function readHtml(pieces: readonly BodyPiece[]): string | null {
  if (!pieces.some(({ html }) => html !== null)) return null;
  const html = pieces
    .map((piece) => piece.html ?? `<pre>${escapeHtml(piece.plain ?? "")}</pre>`)
    .join("\n<hr>\n");
  return cutText(html, HTML_LENGTH);
}

const BLANK: TextLine = { text: "", mark: null };

/** The first pieces, as far as they are not longer together than one may be. */
function withinLength(pieces: readonly BodyPiece[]): BodyPiece[] {
  let length = 0;
  return pieces.filter(({ plain, html }) => {
    const fits = length < HTML_LENGTH;
    length += Math.max(plain?.length ?? 0, html?.length ?? 0);
    return fits;
  });
}

/** Outlook writes `[cid:image001.png@01DB]` into the plain text, Gmail `[image: photo.png]`. */
function placePictures(plain: string | null, pictures: readonly Picture[]): string | null {
  if (plain === null || pictures.length === 0) return plain;
  return plain.replaceAll(/\[(cid|image): ?([^\]\n]{1,300})\]/g, (whole, kind: string, named: string) => {
    const found = pictures.find(({ name, contentId }) => (kind === "cid" ? contentId : name) === named);
    return found?.contentId ? `![${found.name.replaceAll(/[[\]]/g, "")}](cid:${found.contentId})` : whole;
  });
}

function linesOf(piece: BodyPiece): TextLine[] {
  const { plain, html } = piece;
  if (plain !== null && (html === null || !isStub(plain))) return textToLines(plain.slice(0, TEXT_LENGTH));
  return htmlToLines(html ?? "");
}

/** Where plain text shows no quote, the marks of the HTML beside it may. */
function foldBest(pieces: readonly BodyPiece[], lines: readonly TextLine[]): Folded {
  const folded = foldLines(lines);
  const [piece] = pieces;
  if (folded.quoted !== null || pieces.length !== 1 || !piece?.plain || !piece.html) return folded;
  const marked = htmlToLines(piece.html);
  if (!marked.some(({ mark }) => mark === "quote")) return folded;
  const other = foldLines(marked);
  return other.quoted === null ? folded : other;
}

/** Stands for the HTML beside it: empty, a request to look there, or HTML itself. */
function isStub(plain: string): boolean {
  const text = plain.trim();
  if (!isVisible(text)) return true;
  if (/^<(!doctype|html|body|div|table)\b/i.test(text)) return true;
  return text.length <= 400 && STUB.test(text);
}

const STUB =
  /\bhtml\b.{0,120}\b(view|e-?mail|mail|client|viewer|anzeig\w*|darst\w*|unterst\w*|support\w*|affich\w*|visualiz\w*|format\w*|version)\b|\b(view|e-?mail|client|support\w*|anzeig\w*|affich\w*|format\w*|version|browser|nachricht)\b.{0,120}\bhtml\b|^(view|open|read) (this|in)\b.{0,60}\b(browser|online)\b/is;

function cutWords({ words, quoted }: Folded): Omit<Words, "whole"> {
  const kept = quoted === null ? null : cutText(quoted, QUOTED_LENGTH);
  if (words.length <= WORDS_LENGTH) return { words, quoted: kept, sentences: [] };
  const ending = `\n\n${SENTENCES.longer}`;
  return {
    words: `${cutText(words, WORDS_LENGTH - ending.length)}${ending}`,
    quoted: kept,
    sentences: ["longer"],
  };
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
