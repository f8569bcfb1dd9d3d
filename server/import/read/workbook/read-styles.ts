import { readXml } from "./read-xml.ts";

/** The numbers of the cell styles that show a number as a day or a time (ECMA-376, 18.8.30). */
export async function readDateStyles(part: AsyncIterable<Buffer> | null): Promise<ReadonlySet<number>> {
  const own = new Map<number, string>();
  const formats: number[] = [];
  if (part === null) return new Set();
  let isCellStyles = false;
  const pieces = readXml(part, {
    open: (name, has) => {
      if (name === "numFmt") own.set(Number(has["numFmtId"]), has["formatCode"] ?? "");
      if (name === "cellXfs") isCellStyles = true;
      if (name === "xf" && isCellStyles) formats.push(Number(has["numFmtId"] ?? 0));
    },
    close: (name) => {
      if (name === "cellXfs") isCellStyles = false;
    },
    isMoving: () => true,
  });
  for await (const _ of pieces);
  return new Set(formats.flatMap((format, index) => (isDate(format, own.get(format)) ? [index] : [])));
}

function isDate(format: number, code: string | undefined): boolean {
  if (code === undefined)
    return (format >= 14 && format <= 22) || (format >= 27 && format <= 36) || (format >= 45 && format <= 58);
  // Words in quotes, escaped characters, colors and lengths of time say nothing of days.
  const bare = code.replaceAll(/"[^"]*"|\\.|\[[^\]]*\]/g, "");
  return /[ymdhs]/i.test(bare) && !/^general$/i.test(bare);
}
