import { unreadable } from "../unreadable-file.ts";
import { decodeCharacters, readXml } from "./read-xml.ts";

/** Characters of all texts of a workbook together: they are in memory while it is read. */
const MOST_CHARACTERS = 50_000_000;

/** The texts to which cells point, in their order; what is read aloud for a text (`rPh`) is no part of it. */
export async function readSharedStrings(part: AsyncIterable<Buffer> | null): Promise<string[]> {
  const strings: string[] = [];
  if (part === null) return strings;
  let current = "";
  let isText = false;
  let isAloud = false;
  let seen = 0;
  let characters = 0;
  const pieces = readXml(part, {
    open: (name) => {
      if (name === "si") current = "";
      if (name === "rPh") isAloud = true;
      isText = name === "t" && !isAloud;
    },
    text: (text) => {
      if (isText) current += text;
    },
    close: (name) => {
      if (name === "t") isText = false;
      if (name === "rPh") isAloud = false;
      if (name === "si") characters += strings.push(decodeCharacters(current)) > 0 ? current.length : 0;
    },
    isMoving: () => strings.length > seen,
  });
  for await (const _ of pieces) {
    seen = strings.length;
    if (characters > MOST_CHARACTERS) throw unreadable("too_many_characters");
  }
  return strings;
}
