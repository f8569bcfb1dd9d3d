import { createSeededRandom, type SeededRandom } from "#server/lib/seeded-random.ts";
import { expect, inject, it } from "vitest";
import "../../../test/support/property-seed.ts";
import { generateMails } from "../../../test/mail-corpus/generate.ts";
import { mutate } from "../../../test/mail-corpus/mutate.ts";
import { parseMail } from "./parse.ts";
import type { ParsedMail } from "./parsed-mail.ts";

/** `MAIL_FUZZ=50000 npm test -- server/lib/mime/fuzz.test.ts` reads so many; a run of everything a share of them. */
const MAILS = Number(process.env["MAIL_FUZZ"] ?? 300);
const LONGEST = 10_000;
/** Why a mail may be unreadable: the limits, and nothing that broke. */
const LIMITS = /^Maximum (MIME nesting depth|header size|of 2000 parts)/;

const seed = inject("propertySeed");

it(
  `reads ${MAILS} spoilt mails, each with ten seconds of a core, and what it says can be kept`,
  async () => {
    const dice = createSeededRandom(seed);
    const corpus = generateMails(seed).map(({ raw }) => raw);
    let longest = { milliseconds: 0, at: 0 };
    let unreadable = 0;
    for (let at = 0; at < MAILS; at += 1) {
      const raw = spoil(dice, corpus);
      // Of this thread alone: a busy machine makes no mail hard to read.
      const began = process.threadCpuUsage();
      // oxlint-disable-next-line no-await-in-loop -- one after the other, as the reader does
      const mail = await parseMail(raw);
      const { user, system } = process.threadCpuUsage(began);
      const milliseconds = (user + system) / 1000;
      if (milliseconds > longest.milliseconds) longest = { milliseconds, at };
      if (mail.unreadable) unreadable += 1;
      expect(
        faultsOf(mail),
        `mail ${at} of seed ${seed}: ${raw.toString("base64").slice(0, 20_000)}`,
      ).toEqual([]);
    }
    process.stdout.write(
      `${MAILS} spoilt mails, ${unreadable} unreadable; the longest took ${Math.round(longest.milliseconds)} ms (mail ${longest.at} of seed ${seed})\n`,
    );
    expect(longest.milliseconds).toBeLessThan(LONGEST);
  },
  Math.max(60_000, MAILS * 200),
);

/** One to six changes, one after the other. */
function spoil(dice: SeededRandom, corpus: readonly Buffer[]): Buffer {
  let raw = dice.pick(corpus);
  for (let left = 1 + dice.below(6); left > 0; left -= 1) raw = mutate(dice, raw, corpus);
  return raw;
}

function faultsOf(mail: ParsedMail): string[] {
  const texts = [
    mail.subject,
    mail.words,
    mail.quoted ?? "",
    mail.from?.name ?? "",
    mail.forward?.words ?? "",
  ];
  const faults: [string, boolean][] = [
    ["broke", mail.unreadable && !LIMITS.test(mail.unreadableBecause ?? "")],
    ["no words", mail.words.trim() === "" || mail.words.length > 20_000],
    ["subject", mail.subject === "" || mail.subject.length > 200 || /[\r\n]/.test(mail.subject)],
    ["not storable", texts.some((text) => !text.isWellFormed() || text.includes("\0"))],
    ["sender", (mail.from === null) === (mail.fromProblem === null)],
    ["recipients", mail.to.length + mail.cc.length > 200],
    ["files", mail.files.filter(({ skipped }) => skipped === null).length > 50],
    ["file names", mail.files.some(({ name }) => /[\r\n\0]/.test(name))],
    ["Message-ID", mail.messageId !== null && !/^<[^<>\s]+>$/.test(mail.messageId)],
  ];
  return faults.flatMap(([name, is]) => (is ? [name] : []));
}
