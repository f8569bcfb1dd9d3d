import { SaxesParser, type SaxesTagPlain } from "saxes";
import { unreadable } from "../unreadable-file.ts";

/** Bytes of a part that may go by without anything being finished: more is no workbook that a program wrote. */
const MOST_UNFINISHED = 32 * 1024 * 1024;

export type XmlHandlers = {
  open?: (name: string, attributes: Record<string, string>) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
  /** Whether something was finished since it was last asked: a row, a string. */
  isMoving: () => boolean;
};

/**
 * Reads a part of a workbook as its XML arrives, and says after each piece that there may be something to take. Names
 * come without their prefix. Entities of the document's own are not known, so none can be blown up. Refuses what is no XML.
 */
export async function* readXml(part: AsyncIterable<Buffer>, handlers: XmlHandlers): AsyncGenerator<void> {
  const parser = new SaxesParser({ xmlns: false, position: false });
  parser.on("error", () => {
    throw unreadable("damaged");
  });
  parser.on("opentag", (tag: SaxesTagPlain) => handlers.open?.(bareName(tag.name), tag.attributes));
  parser.on("text", (text) => handlers.text?.(text));
  parser.on("closetag", (tag: SaxesTagPlain) => handlers.close?.(bareName(tag.name)));
  const decoder = new TextDecoder();
  let unfinished = 0;
  for await (const piece of part) {
    parser.write(decoder.decode(piece, { stream: true }));
    unfinished = handlers.isMoving() ? 0 : unfinished + piece.length;
    if (unfinished > MOST_UNFINISHED) throw unreadable("endless_cell");
    yield;
  }
  parser.close();
  yield;
}

/** Characters that XML does not have are written as `_x000D_`, and an underscore that looks like one as `_x005F_`. */
export function decodeCharacters(text: string): string {
  return text.replaceAll(/_x([0-9a-f]{4})_/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

function bareName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
