import { composeMail, encodeWords, multipart, type Part, textPart } from "./compose.ts";
import type { CorpusMail, Expected } from "./corpus-mail.ts";
import { LANGUAGES } from "./languages.ts";

/** What no person wrote. */
export function automaticMails(): CorpusMail[] {
  return [...LANGUAGES.map(vacation), ...LANGUAGES.map(vacationSubjectAlone), ...others()];
}

/** An answer that says itself that it is one. */
function vacation({ code, vacation: subject, words }: (typeof LANGUAGES)[number]): CorpusMail {
  const fields = [
    "Auto-Submitted: auto-replied",
    "X-Auto-Response-Suppress: All",
    "In-Reply-To: <one@waypost.example>",
  ];
  return mailOf(`vacation in ${code}`, { subject, fields, text: words[0] ?? "", kind: "automatic" });
}

/** The same subject in an answer counts, in a mail of its own it is somebody's question. */
function vacationSubjectAlone(
  { code, vacation: subject, words }: (typeof LANGUAGES)[number],
  index: number,
): CorpusMail {
  const isAnswer = index % 2 === 0;
  const fields = isAnswer ? ["In-Reply-To: <one@waypost.example>"] : [];
  const kind = isAnswer ? "automatic" : "message";
  return mailOf(`vacation by its subject in ${code}`, { subject, fields, text: words[0] ?? "", kind });
}

function others(): CorpusMail[] {
  const calendar = [
    textPart("Tomas accepted."),
    textPart("BEGIN:VCALENDAR\nMETHOD:REPLY\nEND:VCALENDAR", {
      type: "text/calendar",
      parameters: "; method=REPLY",
    }),
  ];
  const receipt = [
    textPart("Your message was displayed."),
    {
      type: "message/disposition-notification",
      body: Buffer.from(
        "Final-Recipient: rfc822; client@kestrel.example\r\nDisposition: manual-action; displayed",
      ),
    },
  ];
  const report = "; report-type=disposition-notification";
  return [
    automatic("monitoring", ["Auto-Submitted: auto-generated"]),
    automatic("x-autoreply", ["X-Autoreply: yes"]),
    automatic("x-autorespond", ["X-Autorespond: Re: Printer"]),
    automatic("precedence auto_reply", ["Precedence: auto_reply"]),
    automatic("precedence bulk", ["Precedence: bulk"]),
    automatic("precedence junk", ["Precedence: junk"]),
    automatic("an empty envelope sender", ["Return-Path: <>"]),
    { ...automatic("auto-submitted no", ["Auto-Submitted: no"], "message") },
    { ...automatic("suppressed answers to a person's mail", ["X-Auto-Response-Suppress: OOF"], "message") },
    automatic("a list", ["List-Id: News <news.vendor.example>"], "newsletter"),
    automatic(
      "a mailing",
      ["List-Unsubscribe: <https://vendor.example/u>", "Precedence: bulk"],
      "newsletter",
    ),
    mailOf("a calendar reply", {
      part: multipart("alternative", calendar),
      text: "Tomas accepted.",
      kind: "automatic",
      files: [{ name: "invite.ics", refusedAs: null }],
    }),
    mailOf("a read receipt", {
      part: multipart("report", receipt, report),
      text: "Your message was displayed.",
      kind: "automatic",
    }),
  ];
}

function automatic(name: string, fields: string[], kind: Expected["kind"] = "automatic"): CorpusMail {
  return mailOf(name, { fields, text: "Disk 3 is full.", kind });
}

type Contents = {
  subject?: string;
  fields?: string[];
  text: string;
  part?: Part;
  kind: Expected["kind"];
  files?: Expected["files"];
};

function mailOf(
  name: string,
  { subject = "Notice", fields = [], text, part, kind, files = [] }: Contents,
): CorpusMail {
  const from = "client@kestrel.example";
  const header = [
    `From: Client <${from}>`,
    "To: help@waypost.example",
    `Subject: ${encodeWords(subject)}`,
    ...fields,
  ];
  const raw = composeMail(header, part ?? textPart(text));
  return { name, raw, expected: { subject, from, words: text, folded: null, files, kind } };
}
