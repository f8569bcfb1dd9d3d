import { decodeText } from "./charset.ts";
import { viewBuffer } from "./headers.ts";
import { readMapiProperties, type MapiProperties } from "./tnef/mapi-properties.ts";

/*
 * winmail.dat, the form in which Outlook sends text and files to programs that it takes for its own (MS-OXTNEF). Body,
 * HTML and files are read; compressed rich text is only noticed.
 */

export type Tnef = {
  body: string | null;
  html: string | null;
  hasRichText: boolean;
  files: { name: string; type: string; bytes: Uint8Array; contentId: string | null }[];
};

const SIGNATURE = 0x223e9f78;
const ATTRIBUTES = 10_000;
const FILES = 500;

const BODY = 0x2800c;
const CODE_PAGE = 0x69007;
const MESSAGE_PROPERTIES = 0x69003;
const FILE_BEGINS = 0x69002;
const FILE_TITLE = 0x18010;
const FILE_DATA = 0x6800f;
const FILE_PROPERTIES = 0x69005;

const PR_BODY = 0x1000;
const PR_RTF_COMPRESSED = 0x1009;
const PR_HTML = 0x1013;
const PR_ATTACH_DATA = 0x3701;
const PR_ATTACH_FILENAME = 0x3704;
const PR_ATTACH_LONG_FILENAME = 0x3707;
const PR_ATTACH_MIME_TAG = 0x370e;
const PR_ATTACH_CONTENT_ID = 0x3712;

type Attribute = { id: number; data: Buffer };
type RawFile = { title: Buffer | null; data: Buffer | null; properties: MapiProperties };

/** Null for what is no such file. One that is cut off gives what came. */
export function readTnef(bytes: Uint8Array): Tnef | null {
  const raw = viewBuffer(bytes);
  if (raw.length < 6 || raw.readUInt32LE(0) !== SIGNATURE) return null;
  const attributes = readAttributes(raw);
  const find = (id: number) => attributes.find((each) => each.id === id)?.data ?? null;
  const page = find(CODE_PAGE);
  const charset = `cp${page && page.length >= 4 ? page.readUInt32LE(0) : 1252}`;
  const properties = readMapiProperties(find(MESSAGE_PROPERTIES) ?? Buffer.alloc(0), charset);
  const body = properties.text(PR_BODY) ?? decodeOrNull(find(BODY), charset);
  return {
    body,
    html: properties.text(PR_HTML),
    hasRichText: properties.bytes(PR_RTF_COMPRESSED) !== null,
    files: collectFiles(attributes, charset).flatMap((file) => finishFile(file, charset)),
  };
}

/** Level (1), id (4), length (4), data, checksum (2). */
function readAttributes(raw: Buffer): Attribute[] {
  const attributes: Attribute[] = [];
  let at = 6;
  while (at + 9 <= raw.length && attributes.length < ATTRIBUTES) {
    const length = raw.readUInt32LE(at + 5);
    attributes.push({ id: raw.readUInt32LE(at + 1), data: raw.subarray(at + 9, at + 9 + length) });
    at += 9 + length + 2;
  }
  return attributes;
}

function collectFiles(attributes: readonly Attribute[], charset: string): RawFile[] {
  const files: RawFile[] = [];
  for (const { id, data } of attributes) {
    if (id === FILE_BEGINS) {
      if (files.length >= FILES) break;
      files.push({ title: null, data: null, properties: readMapiProperties(Buffer.alloc(0), charset) });
    }
    const file = files.at(-1);
    if (!file) continue;
    if (id === FILE_TITLE) file.title = data;
    if (id === FILE_DATA) file.data = data;
    if (id === FILE_PROPERTIES) file.properties = readMapiProperties(data, charset);
  }
  return files;
}

function finishFile({ title, data, properties }: RawFile, charset: string): Tnef["files"] {
  const bytes = data ?? properties.bytes(PR_ATTACH_DATA);
  if (bytes === null || bytes.length === 0) return [];
  const name =
    properties.text(PR_ATTACH_LONG_FILENAME) ??
    properties.text(PR_ATTACH_FILENAME) ??
    decodeOrNull(title, charset) ??
    "";
  const type = properties.text(PR_ATTACH_MIME_TAG)?.toLowerCase() ?? "application/octet-stream";
  return [{ name, type, bytes, contentId: properties.text(PR_ATTACH_CONTENT_ID) }];
}

function decodeOrNull(bytes: Buffer | null, charset: string): string | null {
  const text = bytes === null ? "" : decodeText(bytes, charset);
  return text === "" ? null : text;
}
