/** A file that is two things at once, and what its sender says that it is. */
export type Polyglot = { name: string; bytes: Buffer; claims: string };

/** The beginning that tells what a file is. */
const HEADS: Record<string, string> = {
  png: "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0\x1f\x15\xc4\x89",
  gif: "GIF89a/*\x01\0\0\0\0*/=1;",
  jpeg: "\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0",
  webp: "RIFF\x20\0\0\0WEBPVP8 ",
  bmp: "BM\x2f\x2a\0\0\0\0",
  pdf: "%PDF-1.7\n",
  zip: "PK\x03\x04\x14\0\0\0\x08\0",
  office: "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
  gzip: "\x1f\x8b\x08\0\0\0\0\0",
  mp4: "\0\0\0\x18ftypmp42",
  text: "Dear all,\n",
  mark: "\xef\xbb\xbf",
  nothing: "",
};

/** Endings of files that run where a browser takes the file for a page, a picture with scripts, or a script. */
const TAILS: [ending: string, claims: string, text: string][] = [
  ["html", "text/html", "<!doctype html><script>parent.pwned(1)</script>"],
  [
    "svg",
    "image/svg+xml",
    '<svg xmlns="http://www.w3.org/2000/svg" onload="parent.pwned(2)"><script>parent.pwned(2)</script></svg>',
  ],
  [
    "xhtml",
    "application/xhtml+xml",
    '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script>parent.pwned(3)</script></html>',
  ],
  ["js", "text/javascript", ";/**/pwned(4);//"],
  ["mht", "message/rfc822", "MIME-Version: 1.0\nContent-Type: text/html\n\n<script>parent.pwned(5)</script>"],
];

/** Text that only becomes markup in another encoding. */
const ENCODED: Polyglot[] = [
  ["utf-7.html", "+ADw-script+AD4-pwned(6)+ADw-/script+AD4-", "text/html; charset=utf-7"],
  [
    "header.svg",
    '<svg xmlns="http://www.w3.org/2000/svg" onload="pwned(9)"/>',
    "image/svg+xml;charset=utf-8",
  ],
  ["style.css", "@import 'x'; body { background: url(javascript:pwned(10)) }", "text/css"],
  ["look.xml", '<?xml version="1.0"?><?xml-stylesheet href="javascript:pwned(11)"?><x/>', "text/xml"],
  ["feed.json", '{"__proto__":{"x":1}}', "application/json"],
].map(([name = "", text = "", claims = ""]) => ({ name, bytes: Buffer.from(text), claims }));

/** Every head with every tail, under a name that fits the tail; and texts in odd encodings. */
export function polyglots(): Polyglot[] {
  const mixed = Object.entries(HEADS).flatMap(([kind, head]) =>
    TAILS.map(([ending, claims, text]) => ({
      name: `${kind}.${ending}`,
      bytes: Buffer.concat([Buffer.from(head, "latin1"), Buffer.from(text)]),
      claims,
    })),
  );
  const wide = Buffer.from("\uFEFF<script>pwned(7)</script>", "utf16le");
  const turned = Buffer.from(wide).swap16();
  return [
    ...mixed,
    ...ENCODED,
    { name: "wide.html", bytes: wide, claims: "text/html; charset=utf-16" },
    { name: "turned.html", bytes: turned, claims: "text/html; charset=utf-16be" },
  ];
}

const PARTS = [
  "..",
  "../..",
  "../../../../etc/cron.d/x",
  "..\\..\\windows\\system32\\x",
  "....//....//x",
  "..;/x",
  "/etc/passwd",
  "//server/share/x",
  "\\\\server\\share\\x",
  "C:\\x",
  "C:x",
  "file:///etc/passwd",
  "%2e%2e%2fx",
  "%252e%252e%252fx",
  "..%c0%afx",
  "..%5cx",
  "．．／x",
  "..∕x",
  "a/b",
  "a\\b",
  ".htaccess",
  "\u200b.htaccess",
  "\ufeff.htaccess",
  "\u2060.env",
  ". .htaccess",
  "web.config",
  ".user.ini",
  "CON",
  "nul.txt",
  "AUX.png",
  "COM1",
  "LPT9.txt",
  "x.php",
  "x.php.png",
  "x.php%00.png",
  "x.php\0.png",
  "x.phtml",
  "x.png.exe",
  "x.exe ",
  "x.exe.",
  "x.exe::$DATA",
  "x.txt:stream",
  "invoice\u202egnp.exe",
  "invoice\u2066gnp\u2069.exe",
  "a\u0000b",
  "a\u0001b",
  "a\u007fb",
  "a\u0085b",
  "a\u2028b",
  "a\u2029b",
  "a\tb",
  "a\u00adb",
  "\ud800x",
  "x\udfff",
  '"; filename="evil.html',
  "'; rm -rf /;'",
  "$(id).png",
  "`id`.png",
  "|id",
  "-rf",
  "--help",
  "<script>x</script>.png",
  "x\r\nSet-Cookie: a=b",
  "x%0d%0aX: y",
  "=cmd|'/c calc'!A0.csv",
  "%s%s%n",
  "{{7*7}}",
  "${7*7}",
  "日本語",
  "👩‍👩‍👧",
  "é",
  "e\u0301",
  " ",
  "",
  ".",
  "~",
  "~root",
  "*",
  "?",
];

/** Names that have led to holes elsewhere, by themselves, with an ending, below a folder, and very long. */
export function hostileNames(): string[] {
  return [
    ...PARTS,
    ...PARTS.map((name) => `${name}.png`),
    ...PARTS.map((name) => `folder/${name}`),
    ...PARTS.map((name) => `${name}${"x".repeat(300)}`),
    "x".repeat(4096),
    "é".repeat(2048),
    `${"../".repeat(1000)}x`,
    `${"a".repeat(199)}👩`,
  ];
}
