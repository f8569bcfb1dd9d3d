import { Transform } from "node:stream";

const LINE_FEED = 0x0a;
const RETURN = 0x0d;

/**
 * Gives a mail of a file the line ends that it had on its way (RFC 5322): systems keep files with line feeds
 * alone, and then neither signatures nor another door's copy of the mail would fit. A file whose first line ends with
 * both is passed on as it is.
 */
export function toWireForm(): Transform {
  let isWire: boolean | null = null;
  let before = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const end = chunk.indexOf(LINE_FEED);
      if (isWire === null && end >= 0) isWire = (end === 0 ? before : chunk[end - 1]) === RETURN;
      const passed = isWire === false ? addReturns(chunk, before) : chunk;
      before = chunk.at(-1) ?? before;
      done(null, passed);
    },
  });
}

function addReturns(chunk: Buffer, before: number): Buffer {
  const parts: Buffer[] = [];
  let from = 0;
  for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, end + 1)) {
    if ((end === 0 ? before : chunk[end - 1]) === RETURN) continue;
    parts.push(chunk.subarray(from, end), Buffer.from("\r\n"));
    from = end + 1;
  }
  return Buffer.concat([...parts, chunk.subarray(from)]);
}
