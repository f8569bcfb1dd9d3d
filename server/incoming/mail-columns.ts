/*
 * The columns of JSON of a mail. They are read with care, since what stands in them was made of what strangers sent, by
 * whatever version of the reader was in use.
 */
import { z } from "zod";

const Party = z.object({ name: z.string().default(""), address: z.string() });

/** To and Cc, and the addresses of both that are on no ticket. */
const Recipients = z.object({
  to: z.array(Party).catch([]),
  cc: z.array(Party).catch([]),
  outside: z.array(z.string()).catch([]),
});

const File = z.object({ name: z.string(), type: z.string(), bytes: z.number(), refused: z.boolean() });

export type Recipients = z.output<typeof Recipients>;
export type IncomingFile = z.output<typeof File>;

export function readRecipients(stored: unknown): Recipients {
  return Recipients.catch({ to: [], cc: [], outside: [] }).parse(stored);
}

/** The files that came with a mail; null where nobody has written them down. */
export function readFiles(stored: unknown): IncomingFile[] | null {
  return z.array(File).nullable().catch(null).parse(stored);
}

/** What the sentence of a reason names. */
export function readDetail(stored: unknown): Record<string, string> {
  const all = z.record(z.string(), z.unknown()).catch({}).parse(stored);
  const texts = Object.entries(all).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  return Object.fromEntries(texts);
}

/** How the proof was found, a line each. */
export function readProof(stored: unknown): string[] {
  return z.array(z.string()).catch([]).parse(stored);
}
