import { describe, expect, it } from "vitest";
import { parseMail } from "./parse.ts";
import type { ParsedMail } from "./parsed-mail.ts";

/** Lines with CR LF between them; anything above 127 as UTF-8. */
function read(...lines: string[]): Promise<ParsedMail> {
  return parseMail(Buffer.from(lines.join("\r\n")));
}

function readAs(type: string, bytes: Buffer): Promise<ParsedMail> {
  return parseMail(Buffer.concat([Buffer.from(`Content-Type: ${type}\r\n\r\n`), bytes]));
}

function pdfPart(name: string, bytes: Buffer): string[] {
  const encoding = "Content-Transfer-Encoding: base64";
  return ["--b", `Content-Type: application/pdf; name="${name}"`, encoding, "", bytes.toString("base64")];
}

const HEADER = [
  "From: Tomás Aguilar <tomas@kestrel.example>",
  "To: help@waypost.example",
  "Subject: Printer on floor 2 jams",
  "Message-ID: <one@kestrel.example>",
];

describe("a mail that cannot be taken apart", () => {
  it("is read by its header alone when it is nested deeper than 256 levels", async () => {
    const levels = Array.from({ length: 300 }, (_, level) => [
      `Content-Type: multipart/mixed; boundary=b${level}`,
      "",
      `--b${level}`,
    ]);
    const mail = await read(...HEADER, ...levels.flat(), "", "deep");
    expect(mail).toMatchObject({ unreadable: true, subject: "Printer on floor 2 jams", files: [] });
    expect(mail.from?.address).toBe("tomas@kestrel.example");
    expect(mail.unreadableBecause).toMatch(/nesting depth/);
  });

  it("is read by the beginning of its header when that is longer than 2 MB", async () => {
    const long = Array.from({ length: 30_000 }, (_, n) => `X-Long-${n}: ${"x".repeat(80)}`);
    const mail = await read(...HEADER, ...long, "", "Hello");
    expect(mail).toMatchObject({ unreadable: true, messageId: "<one@kestrel.example>" });
  });

  it("is an answer even for no bytes, for noise, and for a header that never ends", async () => {
    for (const raw of ["", "\n", "\0\0\0", "\xff\xfe".repeat(99), "From: a@b.example"]) {
      const mail = await parseMail(Buffer.from(raw, "latin1"));
      expect(mail).toMatchObject({ unreadable: false, subject: "(no subject)", words: "(no text)" });
    }
  });
});

/** Each once took seconds to minutes, or no end at all. */
const LABORIOUS: [string, string][] = [
  ["empty lines", `\r\n${"\r\n".repeat(900_000)}x`],
  ["bare returns", `\r\n${"\r".repeat(900_000)}x`],
  [
    "rules above a forward",
    `Subject: Fwd: x\r\n\r\n${"-\r\n".repeat(300_000)}x\r\nFrom: a\r\nDate: b\r\nSubject: c\r\n`,
  ],
  ["brackets in a date", `Date: ${"(".repeat(60_000)}\r\n\r\nx`],
  ["blanks in the name of a field", `a${" ".repeat(1_500_000)}b: c\r\n\r\nx`],
  [
    "beginnings of signed texts",
    `\r\n${`-----BEGIN PGP SIGNED MESSAGE-----${" ".repeat(5000)}x\r\n`.repeat(180)}`,
  ],
];

it.each(LABORIOUS)("reads a mail of many %s in time", async (_, raw) => {
  const began = process.threadCpuUsage();
  expect(await parseMail(Buffer.from(raw))).toMatchObject({ unreadable: false });
  const { user, system } = process.threadCpuUsage(began);
  expect((user + system) / 1_000_000).toBeLessThan(5);
});

describe("the sender", () => {
  it("is nobody when two From fields, two addresses or none are there", async () => {
    const problems = await Promise.all(
      [
        ["From: a@b.example", "From: c@d.example"],
        ["From: a@b.example", "from : c@d.example"],
        ["From: a@b.example, c@d.example"],
        ["From: Friends: a@b.example, c@d.example;"],
        ["From: Tomás Aguilar"],
        ["From: <not an address>"],
        ["To: help@waypost.example"],
        ["\uFEFFFrom: a@b.example"],
      ].map(async (lines) => (await read(...lines, "", "x")).fromProblem),
    );
    expect(problems).toEqual([
      "several_fields",
      "several_fields",
      "several_addresses",
      "several_addresses",
      "no_address",
      "no_address",
      "missing",
      "missing",
    ]);
  });

  it("is the address, whatever the name pretends", async () => {
    const mail = await read('From: "boss@waypost.example" <tomas@kestrel.example>', "", "x");
    expect(mail.from).toEqual({ name: "boss@waypost.example", address: "tomas@kestrel.example" });
  });

  it("is not taken from Sender, Reply-To or Return-Path", async () => {
    const mail = await read(
      "Return-Path: <>",
      "Sender: s@x.example",
      "Reply-To: r@x.example",
      "Subject: Hello",
      "",
      "x",
    );
    expect(mail).toMatchObject({ from: null, fromProblem: "missing", returnPath: "" });
    expect([mail.sender?.address, mail.replyTo?.address]).toEqual(["s@x.example", "r@x.example"]);
  });
});

describe("header fields", () => {
  it("are on one line, also when an encoded word holds a line break", async () => {
    const subject = Buffer.from("Hello\r\nBcc: everybody@x.example").toString("base64");
    const mail = await read(`Subject: =?utf-8?B?${subject}?=`, "", "x");
    expect(mail.subject).toBe("Hello Bcc: everybody@x.example");
  });

  it("are read as UTF-8 where they are, else as windows-1252", async () => {
    const [utf8, latin1] = await Promise.all([
      parseMail(Buffer.from("Subject: Größe\r\n\r\nx", "utf8")),
      parseMail(Buffer.from("Subject: Größe\r\n\r\nx", "latin1")),
    ]);
    expect([utf8.subject, latin1.subject]).toEqual(["Größe", "Größe"]);
  });

  it("hold no hidden characters, and 200 characters of a subject", async () => {
    const mail = await read(`Subject: Order\u202E\u200B\0 ${"é".repeat(300)}`, "", "x");
    expect(mail.subject).toBe(`Order ${"é".repeat(194)}`);
  });

  it("name 200 recipients of 1,000", async () => {
    const many = Array.from({ length: 1000 }, (_, n) => `p${n}@kestrel.example`);
    const mail = await read(`To: ${many.join(",\r\n ")}`, "Cc: c@x.example", "", "x");
    expect([mail.to.length, mail.cc.length]).toEqual([200, 0]);
  });

  it("have dates of 1970 and 2099, and none that is no date", async () => {
    const dates = await Promise.all(
      ["Thu, 1 Jan 1970 00:00:00 +0000", "Thu, 31 Dec 2099 23:59:59 +0000 (UTC)", "yesterday"].map(
        async (date) => (await read(`Date: ${date}`, "", "x")).date,
      ),
    );
    expect(dates).toEqual(["1970-01-01T00:00:00.000Z", "2099-12-31T23:59:59.000Z", null]);
  });

  it("give the Message-IDs with their brackets", async () => {
    const mail = await read(
      ...HEADER,
      "In-Reply-To: <a@x> (his mail)",
      "References: <r@x>\r\n <s@x> <r@x>",
      "",
      "x",
    );
    expect(mail).toMatchObject({ inReplyTo: "<a@x>", references: ["<r@x>", "<s@x>"] });
  });
});

describe("the text", () => {
  it("is read by its charset, by what it is when none is named, and by UTF-7", async () => {
    const words = await Promise.all([
      readAs("text/plain; charset=iso-8859-1", Buffer.from("Größe", "latin1")),
      readAs("text/plain", Buffer.from("Größe", "utf8")),
      readAs("text/plain; charset=us-ascii", Buffer.from("Größe", "latin1")),
      readAs("text/plain; charset=utf-7", Buffer.from("Gr+APYA3w-e +- 1")),
      readAs("text/plain; charset=no-such-thing", Buffer.from("Größe", "utf8")),
      readAs("text/html", Buffer.from('<meta charset="windows-1251"><p>\xcf\xf0\xe8\xe2\xe5\xf2', "latin1")),
    ]);
    expect(words.map((mail) => mail.words)).toEqual([
      "Größe",
      "Größe",
      "Größe",
      "Größe + 1",
      "Größe",
      "Привет",
    ]);
  });

  it("loses NUL and keeps nothing that the database refuses", async () => {
    const mail = await read(...HEADER, "", "a\0b \ud800");
    expect(mail.words).toBe("ab \uFFFD");
  });

  it("is the HTML where the plain text only points there", async () => {
    const mail = await read(
      "Content-Type: multipart/alternative; boundary=b",
      "",
      "--b",
      "",
      "Your mail program does not support HTML. Please view this message in an HTML client.",
      "--b",
      "Content-Type: text/html",
      "",
      "<p>The <b>printer</b> jams. See <a href='https://x.example/a'>the picture</a>.</p>",
      "--b--",
    );
    expect(mail.words).toBe("The **printer** jams. See the picture (https://x.example/a).");
  });

  it("of a forwarded message stays apart from what its sender wrote", async () => {
    const mail = await read(
      ...HEADER,
      "Content-Type: multipart/mixed; boundary=b",
      "",
      "--b",
      "",
      "Please look.",
      "--b",
      "Content-Type: message/rfc822",
      "",
      "From: Eve <eve@elsewhere.example>",
      "Subject: Invoice",
      "",
      "Pay me.",
      "--b--",
    );
    expect(mail.words).toBe("Please look.");
    expect(mail.forward).toMatchObject({ how: "attached", wordsAbove: "Please look.", words: "Pay me." });
    expect(mail.forward?.from?.address).toBe("eve@elsewhere.example");
    expect(mail.files).toMatchObject([{ name: "message.eml", type: "message/rfc822" }]);
  });

  it("is cut at 20,000 characters, and says so in its last line", async () => {
    const mail = await read(...HEADER, "", "word ".repeat(5000));
    expect(mail.words).toHaveLength(20_000);
    expect(mail.words).toMatch(/\n\nThe mail is longer\. Open the original to read all of it\.$/);
    expect(mail.sentences).toEqual(["longer"]);
  });

  it("is a sentence where it is encrypted", async () => {
    const smime = await read(
      ...HEADER,
      "Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m",
      "Content-Transfer-Encoding: base64",
      "",
      "MIAGCSqGSIb3DQEHA6CAMIACAQ==",
    );
    expect(smime).toMatchObject({ flags: { encrypted: "smime" }, sentences: ["encrypted_smime"], files: [] });
    const pgp = await read(
      ...HEADER,
      "",
      "-----BEGIN PGP MESSAGE-----",
      "",
      "hQEM",
      "-----END PGP MESSAGE-----",
    );
    expect(pgp.words).toBe("This mail is encrypted (PGP) and was not read. The original is kept.");
  });
});

describe("files", () => {
  it("are told apart by name and bytes: a program named .pdf is refused, a zip named .pdf is not", async () => {
    const mail = await read(
      ...HEADER,
      "Content-Type: multipart/mixed; boundary=b",
      "",
      ...pdfPart("program.pdf", Buffer.from("MZ\x90\0\x03\0\0\0")),
      ...pdfPart("zip.pdf", Buffer.from("PK\x03\x04 and more")),
      ...pdfPart("=?utf-8?Q?invoice.pdf.exe_?=", Buffer.from("x")),
      "--b--",
    );
    expect(mail.files.map(({ name, refusedAs }) => [name, refusedAs])).toEqual([
      ["program.pdf", "exe"],
      ["zip.pdf", null],
      ["invoice.pdf.exe", "exe"],
    ]);
  });

  it("have their size where they are more or larger than is kept", async () => {
    const many = Array.from({ length: 51 }, (_, n) => pdfPart(`${n}.pdf`, Buffer.from("%PDF-1.7"))).flat();
    const { files } = await read(
      ...HEADER,
      "Content-Type: multipart/mixed; boundary=b",
      "",
      ...many,
      "--b--",
    );
    const last = files.at(-1);
    expect([files.length, last?.skipped, last?.bytes.length, last?.size]).toEqual([51, "too_many", 0, 8]);
  });
});
