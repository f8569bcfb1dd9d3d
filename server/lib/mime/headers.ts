import { decodeWords } from "postal-mime";
import { dropHiddenCharacters } from "#contract/text/text-characters.ts";
import { cleanText, decodeHeaderBytes, decodeUtf7, isUtf7 } from "./charset.ts";
import type { HeaderField } from "./parsed-mail.ts";

/*
 * The header of a mail, read on its own: also of a mail whose body cannot be read. Only a blank or a tab continues a
 * field (RFC 5322, 2.2.3), and only they may stand before the colon, so that a line which a strict reader skips is not
 * taken for a second From.
 */

export const HEADER_BYTES = 2 * 1024 * 1024;
const FIELDS = 5000;
const VALUE_LENGTH = 65_536;
const MESSAGE_ID_LENGTH = 990;

export function readHeaders(raw: Buffer): HeaderField[] {
  const lines = decodeHeaderBytes(raw.subarray(0, findHeaderEnd(raw))).split(/\r?\n/);
  const fields: { name: string; parts: string[] }[] = [];
  for (const line of lines) {
    if (/^[ \t]/.test(line) && fields.length > 0) fields.at(-1)?.parts.push(line);
    else if (fields.length < FIELDS) fields.push(beginField(line));
  }
  return fields
    .filter(({ name }) => name !== "")
    .map(({ name, parts }) => ({ name, value: joinParts(parts) }));
}

/** Where the header ends: at the first empty line, or at its limit. */
export function findHeaderEnd(raw: Buffer): number {
  if (raw[0] === 0x0a || (raw[0] === 0x0d && raw[1] === 0x0a)) return 0;
  const limit = Math.min(raw.length, HEADER_BYTES);
  let at = raw.indexOf(0x0a);
  while (at !== -1 && at < limit) {
    if (raw[at + 1] === 0x0a || (raw[at + 1] === 0x0d && raw[at + 2] === 0x0a)) return at + 1;
    at = raw.indexOf(0x0a, at + 1);
  }
  return limit;
}

export function headerValues(headers: readonly HeaderField[], name: string): string[] {
  return headers.filter((field) => field.name === name).map(({ value }) => value);
}

/** The topmost one. */
export function headerValue(headers: readonly HeaderField[], name: string): string | null {
  return headers.find((field) => field.name === name)?.value ?? null;
}

/** The text of a value: words of RFC 2047 decoded, on one line without control characters. */
export function decodeHeaderText(value: string): string {
  return oneLine(decodeWords(value.replaceAll(ENCODED_UTF7, toUtf8Word)));
}

export function oneLine(text: string): string {
  const line = cleanText(text).replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ");
  return dropHiddenCharacters(line).replaceAll(/ {2,}/g, " ").trim();
}

/** The same bytes, not a copy. */
export function viewBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

/** Cuts a text to so many characters, never within one. */
export function cutText(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "");
}

/** Message-IDs with their angle brackets, in order, each once, the last 50 of them. */
export function readMessageIds(value: string | null): string[] {
  const found = value?.match(/<[^<>\s]{1,998}>/g) ?? [];
  return [...new Set(found.filter((id) => id.length <= MESSAGE_ID_LENGTH))].slice(-50);
}

const ENCODED_UTF7 = /=\?((?:x-)?(?:unicode-1-1-)?utf-?7)(?:\*[^?\s]*)?\?([BQ])\?([^?]*)\?=/gi;

function toUtf8Word(word: string, charset: string, encoding: string, encoded: string): string {
  if (!isUtf7(charset)) return word;
  const bytes =
    encoding.toUpperCase() === "B"
      ? Buffer.from(encoded, "base64")
      : Buffer.from(
          encoded
            .replaceAll("_", " ")
            .replaceAll(/=([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
          "latin1",
        );
  return `=?utf-8?B?${Buffer.from(decodeUtf7(bytes)).toString("base64")}?=`;
}

function beginField(line: string): { name: string; parts: string[] } {
  const colon = line.indexOf(":");
  const name = line.slice(0, Math.max(colon, 0)).trimEnd();
  // RFC 5322, 2.2: printable ASCII without the colon.
  if (!/^[!-9;-~]{1,200}$/.test(name)) return { name: "", parts: [] };
  return { name: name.toLowerCase(), parts: [line.slice(colon + 1)] };
}

function joinParts(parts: readonly string[]): string {
  return parts
    .join("")
    .slice(0, VALUE_LENGTH)
    .replaceAll("\0", "")
    .replaceAll(/[\r\n]+/g, " ")
    .toWellFormed()
    .trim();
}
