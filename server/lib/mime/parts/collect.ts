import type { BodyPiece } from "../body.ts";
import { decodeText } from "../charset.ts";
import { hasArmor, openArmor } from "./pgp.ts";
import { type MailPart, readParts } from "./read-parts.ts";
import { openSigned } from "./smime.ts";
import { readTnef } from "../tnef.ts";

/** The parts of a mail by what they are for. */
export type Collected = {
  pieces: BodyPiece[];
  files: CollectedFile[];
  /** `multipart/report`, or null. */
  report: MailPart | null;
  attached: MailPart[];
  /** What S/MIME signed in one piece: a mail of its own. */
  signedContent: Uint8Array[];
  /** Outlook's compressed text, and no other that could be read. */
  richTextOnly: boolean;
  encrypted: "smime" | "pgp" | null;
  signed: boolean;
  isCalendarReply: boolean;
};

export type CollectedFile = {
  name: string;
  type: string;
  bytes: Uint8Array;
  contentId: string | null;
  disposition: string;
};

const TEXT_BYTES = 8 * 1024 * 1024;
/** Layers of S/MIME signatures around each other that are opened. */
const SIGNED_LAYERS = 3;

export async function collectParts(root: MailPart): Promise<Collected> {
  const collected = emptyCollection();
  collect(root, collected, false);
  for (let layer = 0; layer < SIGNED_LAYERS; layer += 1) {
    const content = collected.signedContent.shift();
    if (!content) break;
    collect(await readParts(content), collected, false);
  }
  collected.pieces = collected.pieces.map((piece) => readArmor(piece, collected));
  return collected;
}

function emptyCollection(): Collected {
  return {
    pieces: [],
    files: [],
    report: null,
    attached: [],
    signedContent: [],
    richTextOnly: false,
    encrypted: null,
    signed: false,
    isCalendarReply: false,
  };
}

function collect(part: MailPart, into: Collected, isAlternative: boolean): void {
  if (part.type === "multipart/alternative") return collectAlternative(part, into);
  if (part.type === "multipart/encrypted") {
    into.encrypted = "pgp";
    return;
  }
  if (part.type === "multipart/signed") {
    into.signed = true;
    return part.children.slice(0, 1).forEach((child) => collect(child, into, isAlternative));
  }
  if (part.type === "multipart/report") {
    into.report ??= part;
    return part.children.slice(0, 1).forEach((child) => collect(child, into, isAlternative));
  }
  if (part.children.length > 0) return part.children.forEach((child) => collect(child, into, isAlternative));
  collectLeaf(part, into, isAlternative);
}

/** Its children say the same in several forms. */
function collectAlternative(part: MailPart, into: Collected): void {
  const forms = {
    ...emptyCollection(),
    files: into.files,
    attached: into.attached,
    signedContent: into.signedContent,
  };
  for (const child of part.children) collect(child, forms, true);
  into.encrypted ??= forms.encrypted;
  into.signed ||= forms.signed;
  into.isCalendarReply ||= forms.isCalendarReply;
  into.richTextOnly ||= forms.richTextOnly;
  const plain = joinSome(
    forms.pieces.map((piece) => piece.plain),
    "\n\n",
  );
  const html = joinSome(
    forms.pieces.map((piece) => piece.html),
    "\n",
  );
  if (plain !== null || html !== null) into.pieces.push({ plain, html });
}

function joinSome(texts: (string | null)[], between: string): string | null {
  const some = texts.filter((text) => text !== null);
  return some.length === 0 ? null : some.join(between);
}

function collectLeaf(part: MailPart, into: Collected, isAlternative: boolean): void {
  if (isText(part) && !isFile(part, into)) return collectText(part, into);
  if (/^application\/(x-)?pkcs7-mime$/.test(part.type)) return collectSmime(part, into);
  if (/^application\/(vnd\.)?ms-tnef$/.test(part.type) || /^winmail\.dat$/i.test(part.fileName))
    return collectTnef(part, into);
  if (part.type === "application/pgp-encrypted") {
    into.encrypted = "pgp";
    return;
  }
  if (part.type === "message/rfc822") into.attached.push(part);
  if (part.type === "text/calendar" && isReply(part)) into.isCalendarReply = true;
  // Other forms of the text, such as AMP: nothing that somebody attached.
  const isOtherForm = isAlternative && part.fileName === "" && /^text\/(?!calendar)/.test(part.type);
  // An empty file with a name is one that somebody meant to send, and sees on the ticket that it is empty.
  if (isOtherForm || (part.bytes.length === 0 && part.fileName === "")) return;
  into.files.push({
    name: part.fileName,
    type: part.type,
    bytes: part.bytes,
    contentId: part.contentId,
    disposition: part.disposition,
  });
}

/** A multipart whose boundary is missing holds text that nobody can take apart. */
function isText(part: MailPart): boolean {
  return /^text\/(plain|html)$|^multipart\/|^[^/]*$/.test(part.type);
}

/** A text with a name is a file, unless it is the first thing that the mail says. */
function isFile(part: MailPart, into: Collected): boolean {
  if (part.disposition === "attachment") return true;
  return part.fileName !== "" && into.pieces.length > 0;
}

function collectText(part: MailPart, into: Collected): void {
  const isHtml = part.type === "text/html";
  const text = decodeText(cutLines(part.bytes), part.parameters["charset"], isHtml ? "html" : "plain");
  if (text.trim() === "" && into.pieces.length > 0) return;
  into.pieces.push(isHtml ? { plain: null, html: text } : { plain: part.joinFlowed(text), html: null });
}

/** As many whole lines as a text may have bytes. */
function cutLines(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= TEXT_BYTES) return bytes;
  const end = bytes.lastIndexOf(0x0a, TEXT_BYTES);
  return bytes.subarray(0, end === -1 ? TEXT_BYTES : end);
}

function collectSmime(part: MailPart, into: Collected): void {
  const content = openSigned(part.bytes);
  if (content === null) {
    into.encrypted ??= "smime";
    return;
  }
  into.signed = true;
  into.signedContent.push(content);
}

function collectTnef(part: MailPart, into: Collected): void {
  const tnef = readTnef(part.bytes);
  if (tnef === null) {
    into.files.push({ ...part, name: part.fileName });
    return;
  }
  const hasWords = into.pieces.some(({ plain, html }) => (plain ?? html ?? "").trim() !== "");
  if (!hasWords && (tnef.body ?? tnef.html) !== null) into.pieces = [{ plain: tnef.body, html: tnef.html }];
  else if (!hasWords && tnef.hasRichText) into.richTextOnly = true;
  for (const file of tnef.files) into.files.push({ ...file, disposition: "attachment" });
}

function isReply(part: MailPart): boolean {
  if (/^reply$/i.test(part.parameters["method"] ?? "")) return true;
  return /^METHOD:REPLY\s*$/im.test(decodeText(part.bytes.subarray(0, 4096), "utf-8"));
}

function readArmor(piece: BodyPiece, into: Collected): BodyPiece {
  const armor = piece.plain === null ? null : hasArmor(piece.plain);
  if (armor === "encrypted") {
    into.encrypted ??= "pgp";
    return { plain: "", html: null };
  }
  if (armor !== "signed") return piece;
  into.signed = true;
  return { plain: openArmor(piece.plain ?? ""), html: null };
}
