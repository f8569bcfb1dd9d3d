import { composeMail, filePart, multipart, type Part, textPart } from "./compose.ts";
import type { CorpusMail, Expected } from "./corpus-mail.ts";
import { makeWinmail } from "./winmail.ts";

const PNG = Buffer.from("89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489", "hex");

/** Everything that mails also are: pictures, files, signatures, ciphers, and what is broken. */
export function specialMails(): CorpusMail[] {
  return [...texts(), ...files(), ...sealed(), ...broken()];
}

function texts(): CorpusMail[] {
  const related = multipart("related", [
    html(
      '<p>It looks like this:</p><p><img src="cid:photo@x" alt="photo"></p><img src="https://t.example/p.gif" width=1 height=1>',
    ),
    filePart("photo.png", "image/png", PNG, ["Content-ID: <photo@x>", "Content-Disposition: inline"]),
  ]);
  const named = multipart("related", [
    textPart("See [cid:image001.png@01DB]\nand [image: photo.png]\nand [cid:none]"),
    filePart("image001.png", "image/png", PNG, ["Content-ID: <image001.png@01DB>"]),
    filePart("photo.png", "image/png", PNG, ["Content-ID: <photo@x>"]),
  ]);
  return [
    mail("a picture in its place", related, {
      words: "It looks like this:\n\n![photo](cid:photo@x)",
      files: [{ name: "photo.png", refusedAs: null }],
    }),
    mail("pictures that plain text names", named, {
      words: "See ![image001.png](cid:image001.png@01DB)\nand ![photo.png](cid:photo@x)\nand [cid:none]",
      files: [
        { name: "image001.png", refusedAs: null },
        { name: "photo.png", refusedAs: null },
      ],
    }),
    mail(
      "a list and a table",
      html(
        "<ul><li>one</li><li>two<ol><li>three</li></ol></li></ul><table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>",
      ),
      {
        words: "- one\n- two\n   1. three\n\na | b\n1 | 2",
      },
    ),
    mail(
      "links whose text hides the address",
      html(
        '<a href="https://evil.example/x">https://bank.example</a> <a href="https://a.example/">a.example</a> <a href="mailto:a@b.example">a@b.example</a> <a href="javascript:x()">run</a>',
      ),
      {
        words: "https://bank.example (https://evil.example/x) https://a.example/ a@b.example run",
      },
    ),
    mail(
      "hidden text and scripts",
      html(
        "<style>p{}</style><div style='display:none'>preview</div><script>x</script><p>Seen</p><!-- no -->",
      ),
      {
        words: "Seen",
      },
    ),
    mail(
      "plain text that only asks to look elsewhere",
      multipart("alternative", [
        textPart("This message requires an HTML email client."),
        html("<p>Hello</p>"),
      ]),
      {
        words: "Hello",
      },
    ),
    mail(
      "text around a file, as Apple Mail writes",
      multipart("mixed", [
        textPart("Above"),
        filePart("a.txt", "text/plain", Buffer.from("file")),
        textPart("Below"),
      ]),
      {
        words: "Above\n\nBelow",
        files: [{ name: "a.txt", refusedAs: null }],
      },
    ),
    mail(
      "a signature and a notice",
      textPart(
        "It works.\n\n-- \nTomas\nKestrel\n\nThis e-mail is confidential and intended only for the recipient named above. Delete it otherwise.",
      ),
      {
        words: "It works.",
        folded: "confidential",
      },
    ),
    mail(
      "a line that asks for answers above it",
      textPart("Yes.\n\n##- Please type your reply above this line -##\n\nOld text"),
      {
        words: "Yes.",
        folded: "Old text",
      },
    ),
    mail("answers between quoted lines", textPart("> Which floor?\nThe second.\n> Thanks\n"), {
      words: "> Which floor?\nThe second.",
      folded: "> Thanks",
    }),
    mail("nothing but a quote", textPart("> Which floor?\n> Thanks"), { words: "> Which floor?\n> Thanks" }),
    mail("flowed text", textPart("One \nline.\n\n> a \n> quote", { parameters: "; format=flowed" }), {
      words: "One line.",
      folded: "quote",
    }),
    mail("a text of 30,000 characters", textPart("word ".repeat(6000)), {
      words: `${"word ".repeat(6000).slice(0, 20_000 - 58)}\n\nThe mail is longer. Open the original to read all of it.`,
    }),
    mail("nothing at all", textPart(" \n\u200B\n"), { words: "(no text)" }),
  ];
}

function files(): CorpusMail[] {
  const many = Array.from({ length: 60 }, (_, n) =>
    filePart(`file ${n}.txt`, "text/plain", Buffer.from("x")),
  );
  return [
    mail(
      "files of every kind",
      multipart("mixed", [
        textPart("See the files."),
        filePart("Rechnung März.pdf", "application/pdf", Buffer.from("%PDF-1.7")),
        filePart("setup.exe", "application/octet-stream", Buffer.from("x")),
        filePart("invoice.pdf", "application/pdf", Buffer.from("MZ\x90\0\x03\0", "latin1")),
        filePart("zip.pdf", "application/pdf", Buffer.from("PK\x03\x04")),
        filePart("link.txt.lnk ", "text/plain", Buffer.from("x")),
      ]),
      {
        words: "See the files.",
        files: [
          { name: "Rechnung März.pdf", refusedAs: null },
          { name: "setup.exe", refusedAs: "exe" },
          { name: "invoice.pdf", refusedAs: "exe" },
          { name: "zip.pdf", refusedAs: null },
          { name: "link.txt.lnk", refusedAs: "lnk" },
        ],
      },
    ),
    mail("sixty files", multipart("mixed", [textPart("Many."), ...many]), {
      words: "Many.",
      files: many.map((_, n) => ({ name: `file ${n}.txt`, refusedAs: null })),
    }),
    mail(
      "winmail.dat with text and a file",
      filePart("winmail.dat", "application/ms-tnef", makeWinmail({ body: "It jams.", file: "log.txt" })),
      {
        words: "It jams.",
        files: [{ name: "log.txt", refusedAs: null }],
      },
    ),
    mail(
      "winmail.dat with rich text alone",
      filePart("winmail.dat", "application/ms-tnef", makeWinmail({ richText: true })),
      {
        words: "This mail is in Outlook's rich text. Open the original to read it.",
      },
    ),
    mail(
      "a winmail.dat that is none",
      multipart("mixed", [
        textPart("See."),
        filePart("winmail.dat", "application/ms-tnef", Buffer.from("none")),
      ]),
      {
        words: "See.",
        files: [{ name: "winmail.dat", refusedAs: null }],
      },
    ),
  ];
}

function sealed(): CorpusMail[] {
  const enveloped = Buffer.from("308006092a864886f70d010703a080", "hex");
  const armor =
    "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nIt jams.\n- -- \n-----BEGIN PGP SIGNATURE-----\n\niQ\n-----END PGP SIGNATURE-----";
  const pgp = { type: "application/pgp-encrypted", body: Buffer.from("Version: 1") };
  return [
    mail(
      "S/MIME, encrypted",
      filePart("smime.p7m", "application/pkcs7-mime; smime-type=enveloped-data", enveloped),
      {
        words: "This mail is encrypted (S/MIME) and was not read. The original is kept.",
        encrypted: "smime",
      },
    ),
    mail(
      "S/MIME, signed in one piece",
      filePart(
        "smime.p7m",
        "application/pkcs7-mime; smime-type=signed-data",
        signedData("Content-Type: text/plain\r\n\r\nIt jams."),
      ),
      {
        words: "It jams.",
        signed: true,
      },
    ),
    mail(
      "S/MIME, signed beside the text",
      multipart("signed", [
        textPart("It jams."),
        filePart("smime.p7s", "application/pkcs7-signature", Buffer.from("x")),
      ]),
      {
        words: "It jams.",
        signed: true,
      },
    ),
    mail(
      "PGP, encrypted",
      multipart("encrypted", [pgp, filePart("encrypted.asc", "application/octet-stream", Buffer.from("x"))]),
      {
        words: "This mail is encrypted (PGP) and was not read. The original is kept.",
        encrypted: "pgp",
      },
    ),
    mail("PGP, signed within the text", textPart(armor), { words: "It jams.", folded: "--", signed: true }),
  ];
}

function broken(): CorpusMail[] {
  const deep = Array.from(
    { length: 300 },
    (_, n) => `Content-Type: multipart/mixed; boundary=d${n}\r\n\r\n--d${n}\r\n`,
  );
  const missing = { type: "multipart/mixed", body: Buffer.from("Hello") };
  return [
    mail("parts within parts, 300 deep", null, { words: "(no text)", unreadable: true }, deep.join("")),
    mail("a boundary that is not named", missing, { words: "Hello" }),
    mail(
      "a body that is cut off",
      null,
      { words: "It jams." },
      'Content-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\n\r\nIt jams.',
    ),
    { ...mail("two From fields", textPart("Hi"), { words: "Hi" }), ...twoFrom() },
  ];
}

function twoFrom(): Pick<CorpusMail, "raw" | "expected"> {
  const fields = ["From: a@kestrel.example", "From: b@kestrel.example", "Subject: Printer"];
  return {
    raw: composeMail(fields, textPart("Hi")),
    expected: { ...DEFAULTS, from: null, fromProblem: "several_fields", words: "Hi" },
  };
}

const DEFAULTS: Omit<Expected, "words"> = {
  subject: "Printer",
  from: "client@kestrel.example",
  folded: null,
  files: [],
  kind: "message",
};

function mail(
  name: string,
  part: Part | null,
  expected: Partial<Expected> & { words: string },
  rest = "",
): CorpusMail {
  const fields = ["From: Client <client@kestrel.example>", "To: help@waypost.example", "Subject: Printer"];
  const raw = part === null ? Buffer.from(`${fields.join("\r\n")}\r\n${rest}`) : composeMail(fields, part);
  return { name, raw, expected: { ...DEFAULTS, ...expected } };
}

function html(text: string): Part {
  return textPart(text, { type: "text/html" });
}

/** ContentInfo of SignedData around the bytes, without a signer: nobody checks one. */
function signedData(content: string): Buffer {
  const data = element(
    0x30,
    Buffer.concat([oid("2a864886f70d010701"), element(0xa0, element(0x04, Buffer.from(content)))]),
  );
  const signed = element(
    0x30,
    Buffer.concat([element(0x02, Buffer.from([1])), element(0x31, Buffer.alloc(0)), data]),
  );
  return element(0x30, Buffer.concat([oid("2a864886f70d010702"), element(0xa0, signed)]));
}

function oid(hex: string): Buffer {
  return element(0x06, Buffer.from(hex, "hex"));
}

function element(tag: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([tag, content.length]), content]);
}
