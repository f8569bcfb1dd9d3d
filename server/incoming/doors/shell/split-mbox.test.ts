import { Readable } from "node:stream";
import { expect, it } from "vitest";
import * as fc from "../../../../test/support/property-seed.ts";
import { type MboxMail, splitMbox } from "./split-mbox.ts";

const MARK = "From tomas@kestrel.test Fri Nov 20 10:00:00 2026\n";

/** An mbox as programs write it: lines that look like its mark get a `>` more, and an empty line ends each mail. */
const write = (mails: string[]) =>
  mails.map((mail) => `${MARK}${mail.replaceAll(/^(>*From )/gm, ">$1")}\n`).join("");

async function split(text: string, pieces: number, limit = 10_000): Promise<MboxMail[]> {
  const bytes = Buffer.from(text, "latin1");
  const cut = Array.from({ length: Math.ceil(bytes.length / pieces) }, (_, n) =>
    bytes.subarray(n * pieces, (n + 1) * pieces),
  );
  const mails: MboxMail[] = [];
  for await (const mail of splitMbox(Readable.from(cut), limit)) mails.push(mail);
  return mails;
}

const line = fc.constantFrom(
  "From ",
  "From me to you",
  ">From you",
  "",
  "Subject: x",
  "words",
  ">>From",
  "From",
);
const mail = fc.array(line, { minLength: 1, maxLength: 8 }).map((lines) => `X: y\n\n${lines.join("\n")}\n`);

it("gives back every mail that was written into an mbox, however its bytes come", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(mail, { maxLength: 5 }),
      fc.integer({ min: 1, max: 40 }),
      async (mails, pieces) => {
        const found = await split(write(mails), pieces);
        expect(found.map((each) => each?.toString("latin1"))).toEqual(mails);
      },
    ),
    { numRuns: 200 },
  );
});

it("passes over a mail that is too large, and goes on with the next", async () => {
  const large = `X: y\n\n${"x".repeat(300)}\n${"y\n".repeat(300)}`;
  const found = await split(write(["a\n", large, "b\n"]), 7, 100);
  expect(found.map((each) => each?.toString())).toEqual(["a\n", undefined, "b\n"]);
});
