import type { FromProblem, MailKind, ParsedMail } from "#server/lib/mime/parsed-mail.ts";

/** A mail of the corpus, and what must be read from it. */
export type CorpusMail = {
  /** What it is about, unique: `gmail answer in de`. */
  name: string;
  raw: Buffer;
  expected: Expected;
};

export type Expected = {
  subject: string;
  from: string | null;
  fromProblem?: FromProblem;
  /** All of them, in the order of the mail. */
  words: string;
  /** A piece of what is folded; null for nothing. */
  folded: string | null;
  files: { name: string; refusedAs: string | null }[];
  kind: MailKind["kind"];
  encrypted?: ParsedMail["flags"]["encrypted"];
  signed?: boolean;
  unreadable?: boolean;
  /** The address of the original sender of what is forwarded, and its words. */
  forward?: { from: string | null; wordsAbove: string; words: string };
  bounce?: { address: string; status: string | null; messageId: string | null };
};
