import { getPriority, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { parseMail } from "./parse.ts";
import type { ParsedMail } from "./parsed-mail.ts";

/** The thread of read-in-worker.ts: a mail's bytes come in, what was read goes out. */
/** With so much more of it than the process has, a third of what others get of a processor that all want. */
const NICENESS = 5;
const LEAST_URGENT = 19;
// Nobody waits for a mail as for a page. Linux has a priority for each thread, other systems one for the process.
if (process.platform === "linux") setPriority(Math.min(getPriority() + NICENESS, LEAST_URGENT));

parentPort?.on("message", (raw: Uint8Array) => {
  void answer(raw);
});
// Everything is loaded: from now on the time of a mail counts.
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- no window
parentPort?.postMessage("ready");

/** `parseMail` has an answer for every mail; what it throws ends this thread, and that is told as its death. */
async function answer(raw: Uint8Array): Promise<void> {
  const mail = await parseMail(Buffer.from(raw.buffer, raw.byteOffset, raw.length));
  for (const file of mail.files) file.bytes = ownBytes(file.bytes);
  parentPort?.postMessage(mail, [...buffersOf(mail)]);
}

/** Bytes that share their memory with others are copied: memory is handed over whole. */
function ownBytes(bytes: Uint8Array): Uint8Array {
  return bytes.buffer.byteLength === bytes.length ? bytes : bytes.slice();
}

function buffersOf(mail: ParsedMail): Set<ArrayBuffer> {
  return new Set(
    mail.files.flatMap(({ bytes }) => (bytes.buffer instanceof ArrayBuffer ? [bytes.buffer] : [])),
  );
}
