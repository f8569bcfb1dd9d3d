import {
  BLOCKED_FILE_TYPES,
  type BlockedFileType as BlockedType,
} from "#contract/incoming/blocked-file-types.ts";
import { viewBuffer } from "./headers.ts";

/*
 * Files that run when they are opened. Told by the name, as Windows does, and by the first bytes, so that another name
 * hides none. Which of them a desk refuses is its setting.
 */

/** First bytes in latin1, from the beginning of the file. */
const BEGINNINGS: [string, BlockedType][] = [
  ["MZ", "exe"],
  ["\x7fELF", "exe"],
  ["\xfe\xed\xfa\xce", "exe"],
  ["\xfe\xed\xfa\xcf", "exe"],
  ["\xcf\xfa\xed\xfe", "exe"],
  ["L\0\0\0\x01\x14\x02\0", "lnk"],
  ["conectix", "vhd"],
  ["vhdxfile", "vhd"],
  ["#@~^", "vbe"],
];
/** Where ISO 9660 keeps its name: sector 16, and what the name is. */
const ISO_AT = 32_769;
/** Class identifier of an installer within a compound file (MSI): at 16 bytes behind `Root Entry`'s name. */
const COMPOUND = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";
const INSTALLER = Buffer.from("84100c0000000000c000000000000046", "hex");

/** The kind of program a file is, or null. */
export function detectBlockedType(name: string, bytes: Uint8Array): BlockedType | null {
  return blockedByName(name) ?? blockedByBytes(viewBuffer(bytes));
}

/** Whether a desk refuses a file: by the kind of program that it is, or by any ending that its setting names. */
export function isBlockedFile(
  { name, refusedAs }: { name: string; refusedAs: string | null },
  endings: readonly string[],
): boolean {
  return (refusedAs !== null && endings.includes(refusedAs)) || endings.includes(readEnding(name));
}

/** Windows ignores dots and blanks at the end, and a stream's name behind a colon. */
function readEnding(name: string): string {
  const bare = name
    .normalize("NFKC")
    .replaceAll(/[\p{Cc}\p{Cf}"]/gu, "")
    .replace(/:[^/\\]*$/, "")
    .replace(/(?<![\s.])[\s.]+$/, "");
  return /\.([a-z0-9]{1,20})$/i.exec(bare)?.[1]?.toLowerCase() ?? "";
}

function blockedByName(name: string): BlockedType | null {
  const ending = readEnding(name);
  const known = OTHER_ENDINGS[ending] ?? ending;
  return BLOCKED_FILE_TYPES.find((type) => type === known) ?? null;
}

/** Endings of the same kinds. */
const OTHER_ENDINGS: Record<string, BlockedType> = {
  dll: "exe",
  cpl: "exe",
  msp: "msi",
  wsh: "wsf",
  ws: "wsf",
  psm1: "ps1",
  psd1: "ps1",
  vhdx: "vhd",
  vb: "vbs",
  mjs: "js",
};

function blockedByBytes(bytes: Buffer): BlockedType | null {
  const head = bytes.toString("latin1", 0, 8);
  const found = BEGINNINGS.find(([beginning]) => head.startsWith(beginning));
  if (found) return isProgram(bytes, found[1]) ? found[1] : null;
  if (head === COMPOUND && bytes.subarray(0, 65_536).includes(INSTALLER)) return "msi";
  return bytes.toString("latin1", ISO_AT, ISO_AT + 5) === "CD001" ? "iso" : null;
}

/** Two letters alone would make a program of a text that begins with them: a program has bytes that no text has. */
function isProgram(bytes: Buffer, type: BlockedType): boolean {
  return type !== "exe" || bytes[0] !== 0x4d || bytes.subarray(0, 512).includes(0);
}
