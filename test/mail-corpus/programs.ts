import { multipart, type Part, textPart } from "./compose.ts";
import type { Language } from "./languages.ts";

/** How fourteen mail programs write an answer: the new words, and what they add by themselves. */
export type Program = {
  name: string;
  mailer: string;
  write(letter: Letter): Written;
};

export type Letter = { language: Language; charset: string };

/** `words`: what a reader should see as new. */
export type Written = { part: Part; words: string; folds: boolean };

const DESK = { name: "Idris Okafor", mail: "help@waypost.example" };
const TABLE: [string, string][] = [
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
];

export const PROGRAMS: readonly Program[] = [
  {
    name: "gmail",
    mailer: "",
    write: (letter) => {
      const { quote } = letter.language;
      const intro = introduce(letter, "gmail");
      const html =
        `<div dir="ltr">${inDivs(letter.language.words)}</div><br><div class="gmail_quote gmail_quote_container">` +
        `<div dir="ltr" class="gmail_attr">${escapeHtml(intro)}<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex">${inDivs(quote)}</blockquote></div>`;
      return both(letter, `${wordsOf(letter)}\n\n${wrapLine(intro)}\n\n${marked(quote)}\n`, html);
    },
  },
  {
    name: "outlook-windows",
    mailer: "Microsoft Outlook 16.0",
    write: (letter) => {
      const { words, quote } = letter.language;
      const html =
        `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!-- p.MsoNormal {margin:0cm} --></style></head><body lang=EN-US><div class=WordSection1>` +
        `${inMso(words)}${MSO_BLANK}<div><div style='border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm'>` +
        `<p class=MsoNormal>${boldBlock(letter, "<br>")}<o:p></o:p></p></div></div>${MSO_BLANK}${inMso(quote)}</div></body></html>`;
      return both(letter, `${wordsOf(letter)}\n\n${block(letter)}\n\n${quote.join("\n\n")}\n`, html);
    },
  },
  {
    name: "outlook-web",
    mailer: "",
    write: (letter) => {
      const { words, quote } = letter.language;
      const html =
        `<html><body dir="ltr">${inElements(words)}<div id="appendonsend"></div><hr style="display:inline-block;width:98%" tabindex="-1">` +
        `<div id="divRplyFwdMsg" dir="ltr"><font face="Calibri, sans-serif" style="font-size:11pt">${boldBlock(letter, "<br>")}</font><div>&nbsp;</div></div><div>${inDivs(quote)}</div></body></html>`;
      return onlyHtml(letter, html);
    },
  },
  {
    name: "outlook-phone",
    mailer: "Outlook-iOS",
    write: (letter) => {
      const { words, quote, mobile } = letter.language;
      const html =
        `<html><body><div dir="ltr">${inElements(words)}</div><div id="ms-outlook-mobile-signature">${escapeHtml(mobile)}</div><hr style="display:inline-block;width:98%">` +
        `<div id="divRplyFwdMsg">${boldBlock(letter, "<br>")}</div>${inDivs(quote)}</body></html>`;
      return onlyHtml(letter, html);
    },
  },
  {
    name: "apple-mail",
    mailer: "Apple Mail (2.3731.700.6)",
    write: (letter) => {
      const { words, quote } = letter.language;
      const intro = introduce(letter, "apple");
      const html =
        `<html><body style="overflow-wrap: break-word;">${inElements(words)}<div><br><blockquote type="cite"><div>${escapeHtml(intro)}</div><br class="Apple-interchange-newline">` +
        `<div>${inDivs(quote)}</div></blockquote></div><br></body></html>`;
      return both(
        letter,
        `${wordsOf(letter)}\n\n> ${intro}\n> \n${marked(quote)}\n`,
        html,
        "; format=flowed; delsp=yes",
      );
    },
  },
  {
    name: "iphone",
    mailer: "iPhone Mail (22D72)",
    write: (letter) => {
      const { language } = letter;
      const text = `${wordsOf(letter)}\n\n${language.mobile}\n\n> ${introduce(letter, "apple")}\n> \n> ${language.quote.join("\n> ")}\n`;
      return onlyText(letter, text);
    },
  },
  {
    name: "thunderbird",
    mailer: "Mozilla Thunderbird",
    write: (letter) => {
      const { words, quote } = letter.language;
      const intro = introduce(letter, "apple");
      const html =
        `<!DOCTYPE html><html><head><meta http-equiv="Content-Type" content="text/html; charset=UTF-8"></head><body>${words.map((each) => `<p>${escapeHtml(each)}</p>`).join("")}` +
        `<div class="moz-cite-prefix">${escapeHtml(intro)}<br></div><blockquote type="cite" cite="mid:one@waypost.example"><pre wrap="" class="moz-quote-pre">${quote.map(escapeHtml).join("\n\n")}</pre></blockquote></body></html>`;
      return both(letter, `${wordsOf(letter)}\n\n${intro}\n${marked(quote)}\n`, html, "; format=flowed");
    },
  },
  {
    name: "yahoo",
    mailer: "WebService/1.1.23369 YMailNorrin",
    write: (letter) => {
      const { words, quote } = letter.language;
      const html =
        `<html><body><div class="ydp1a2byahoo-style-wrap"><div></div>${inElements(words)}</div><div id="yahoo_quoted_123" class="yahoo_quoted"><div style="font-family:'Helvetica Neue'">` +
        `<div>${escapeHtml(introduce(letter, "gmail"))}</div><div><br></div>${inDivs(quote)}</div></div></body></html>`;
      return onlyHtml(letter, html);
    },
  },
  {
    name: "proton",
    mailer: "",
    write: (letter) => {
      const { words, quote } = letter.language;
      const intro = introduce(letter, "apple");
      const html =
        `<div style="font-family: Arial, sans-serif;">${inElements(words)}</div><div class="protonmail_signature_block protonmail_signature_block-empty"></div><div class="protonmail_quote">${escapeHtml(intro)}<br>` +
        `<blockquote class="protonmail_quote" type="cite">${inDivs(quote)}</blockquote></div>`;
      return both(letter, `${wordsOf(letter)}\n\n${intro}\n\n${marked(quote)}\n`, html);
    },
  },
  {
    name: "gmx",
    mailer: "",
    write: (letter) => {
      const { words, quote, labels } = letter.language;
      const lines = [
        `<b>${labels.sent}:</b> 03.03.2025, 10:04`,
        `<b>${labels.from}:</b> ${escapeHtml(`"${DESK.name}" <${DESK.mail}>`)}`,
        `<b>${labels.to}:</b> client@kestrel.example`,
        `<b>${labels.subject}:</b> ${escapeHtml(letter.language.subject)}`,
      ];
      const html =
        `<html><body><div style="font-family: Verdana;font-size: 12.0px;">${inElements(words)}<div><br></div>` +
        `<div name="quote" style="margin:10px 5px 5px 10px; padding: 10px 0 10px 10px; border-left:2px solid #C3D9E5;"><div>${lines.join("<br>")}</div>${inDivs(quote)}</div></div></body></html>`;
      return onlyHtml(letter, html);
    },
  },
  {
    name: "zoho",
    mailer: "Zoho Mail",
    write: (letter) => {
      const { words, quote } = letter.language;
      const html =
        `<html><body><div style="font-family: Verdana;">${inElements(words)}<br></div><div class="zmail_extra" style=""><div>---- On Mon, 03 Mar 2025 10:04:00 +0100 <b>${DESK.name} &lt;${DESK.mail}&gt;</b> wrote ---</div>` +
        `<blockquote id="blockquote_zmail">${inDivs(quote)}</blockquote></div></body></html>`;
      return onlyHtml(letter, html);
    },
  },
  {
    name: "samsung",
    mailer: "",
    write: (letter) => {
      const { language } = letter;
      const separator = `-------- ${language.original} --------`;
      const html =
        `<html><body>${inElements(language.words)}<div><br></div><div align="left" dir="auto" style="font-size:100%"><div>${escapeHtml(separator)}</div>` +
        `<div>${boldBlock(letter, "</div><div>")}</div><div><br></div></div>${inDivs(language.quote)}</body></html>`;
      return both(
        letter,
        `${wordsOf(letter)}\n\n${separator}\n${block(letter)}\n\n${language.quote.join("\n")}\n`,
        html,
      );
    },
  },
  {
    name: "notes",
    mailer: "HCL Notes Release 12.0.2",
    write: (letter) => {
      const text = `${wordsOf(letter)}\n\n\n${block(letter).replaceAll(": ", ":\t")}\n\n\n\n${letter.language.quote.join("\n")}\n`;
      return onlyText(letter, text);
    },
  },
  {
    name: "mutt",
    mailer: "Mutt/2.2.13",
    write: (letter) => {
      const { quote, words, name } = letter.language;
      const [first = "", ...rest] = quote;
      const above = `${introduce(letter, "apple")}\n> ${first}\n${words.join("\n\n")}`;
      const text = `${above}\n\n> ${rest.join("\n> ")}\n\n-- \n${name}\nKestrel Logistics\n`;
      return { ...onlyText(letter, text), words: above };
    },
  },
];

function wordsOf({ language }: Letter): string {
  return language.words.join("\n\n");
}

function introduce({ language }: Letter, form: "gmail" | "apple"): string {
  return language[form](DESK.name, DESK.mail);
}

function both(letter: Letter, text: string, html: string, parameters = ""): Written {
  const { charset } = letter;
  const parts = [
    textPart(text, { charset, encoding: "quoted-printable", parameters }),
    textPart(html, { charset, type: "text/html", encoding: "quoted-printable" }),
  ];
  return { part: multipart("alternative", parts), words: wordsOf(letter), folds: true };
}

function onlyHtml(letter: Letter, html: string): Written {
  const part = textPart(html, { charset: letter.charset, type: "text/html", encoding: "quoted-printable" });
  return { part, words: wordsOf(letter), folds: true };
}

function onlyText(letter: Letter, text: string): Written {
  return { part: textPart(text, { charset: letter.charset }), words: wordsOf(letter), folds: true };
}

/** The lines above a quote that Outlook writes, in its language. */
export function block({ language }: Pick<Letter, "language">): string {
  return blockLines(language)
    .map(([label, value]) => `${label}: ${value}`)
    .join("\n");
}

function boldBlock({ language }: Letter, between: string): string {
  return blockLines(language)
    .map(([label, value]) => `<b>${label}:</b> ${escapeHtml(value)}`)
    .join(between);
}

function blockLines({ labels, subject }: Language): [string, string][] {
  return [
    [labels.from, `${DESK.name} <${DESK.mail}>`],
    [labels.sent, "3.3.2025 10:04"],
    [labels.to, "client@kestrel.example"],
    [labels.subject, subject],
  ];
}

const MSO_BLANK = "<p class=MsoNormal><o:p>&nbsp;</o:p></p>";

function inMso(paragraphs: readonly string[]): string {
  return paragraphs.map((each) => `<p class=MsoNormal>${escapeHtml(each)}<o:p></o:p></p>`).join(MSO_BLANK);
}

function inDivs(paragraphs: readonly string[]): string {
  return paragraphs.map((each) => `<div>${escapeHtml(each)}</div>`).join("<div><br></div>");
}

function inElements(paragraphs: readonly string[]): string {
  const style =
    'class="elementToProof" style="font-family: Aptos, sans-serif; font-size: 12pt; color: rgb(0, 0, 0);"';
  return paragraphs.map((each) => `<div ${style}>${escapeHtml(each)}</div>`).join(`<div ${style}><br></div>`);
}

function marked(lines: readonly string[]): string {
  return lines.map((line) => `> ${line}`).join("\n>\n");
}

/** Gmail breaks its introduction before the address. */
function wrapLine(line: string): string {
  return line.length > 70 ? line.replace(/ (\(?<)/, "\n$1") : line;
}

export function escapeHtml(text: string): string {
  return TABLE.reduce((escaped, [character, entity]) => escaped.replaceAll(character, entity), text);
}
