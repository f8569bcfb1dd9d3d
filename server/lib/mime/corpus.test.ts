import { describe, expect, it } from "vitest";
import type { CorpusMail } from "../../../test/mail-corpus/corpus-mail.ts";
import { generateMails } from "../../../test/mail-corpus/generate.ts";
import { parseMail } from "./parse.ts";

/** test/mail-corpus: what each mail says stands beside it. */
const MAILS = generateMails(20_250_303);

/** What was read, in the form of what was expected. */
async function readAsExpected({ raw, expected }: CorpusMail): Promise<object> {
  const mail = await parseMail(raw);
  const { forward, bounce, flags } = mail;
  const [recipient] = bounce?.recipients ?? [];
  const folded =
    expected.folded !== null && mail.quoted?.includes(expected.folded) ? expected.folded : mail.quoted;
  return {
    subject: mail.subject,
    from: mail.from?.address ?? null,
    words: mail.words,
    folded,
    files: mail.files.map(({ name, refusedAs }) => ({ name, refusedAs })),
    kind: mail.kind.kind,
    fromProblem: mail.fromProblem,
    encrypted: flags.encrypted,
    signed: flags.signed,
    unreadable: mail.unreadable,
    forward: forward && {
      from: forward.from?.address ?? null,
      wordsAbove: forward.wordsAbove,
      words: forward.words,
    },
    bounce: recipient && {
      address: recipient.address,
      status: recipient.status,
      messageId: bounce?.messageId,
    },
  };
}

const NOTHING = { fromProblem: null, encrypted: null, signed: false, unreadable: false, forward: null };

describe("the corpus", () => {
  it("has at least 240 mails, of 14 programs, 12 languages and 20 charsets, the same from the same seed", () => {
    const countOf = (pattern: RegExp) =>
      new Set(MAILS.flatMap(({ name }) => pattern.exec(name)?.[1] ?? [])).size;
    expect(new Set(MAILS.map(({ name }) => name)).size).toBe(MAILS.length);
    expect(MAILS.length).toBeGreaterThanOrEqual(240);
    expect(countOf(/^(.*) answers in/)).toBe(14);
    expect(countOf(/answers in (\w+)$/)).toBe(12);
    expect(countOf(/^a text in (.*)$/)).toBeGreaterThanOrEqual(20);
    expect(generateMails(7).map(({ raw }) => raw)).toEqual(generateMails(7).map(({ raw }) => raw));
  });

  it.each(MAILS)("is read as it says: $name", async (mail) => {
    const read = await readAsExpected(mail);
    expect(read).toEqual({ ...NOTHING, bounce: undefined, ...mail.expected });
  });
});
