import { encodeText } from "./charsets.ts";

/** Puts a mail together as mail programs do: header words of RFC 2047, parts, transfer encodings. */

export type Part = {
  type: string;
  /** Of the part, without Content-Type and Content-Transfer-Encoding. */
  fields?: readonly string[];
  encoding?: "7bit" | "8bit" | "base64" | "quoted-printable";
  body: Buffer | readonly Part[];
};

type TextForm = { charset?: string; type?: string; encoding?: Part["encoding"]; parameters?: string };

export function textPart(
  text: string,
  { charset = "utf-8", type = "text/plain", encoding = "base64", parameters = "" }: TextForm = {},
): Part {
  const body = encodeText(text.replaceAll("\n", "\r\n"), charset);
  return { type: `${type}; charset=${charset}${parameters}`, encoding, body };
}

export function multipart(subtype: string, parts: readonly Part[], parameters = ""): Part {
  return { type: `multipart/${subtype}${parameters}`, body: parts };
}

export function filePart(name: string, type: string, body: Buffer, fields: readonly string[] = []): Part {
  const disposition = `Content-Disposition: attachment; filename="${encodeWords(name)}"`;
  const own = fields.some((field) => /^Content-Disposition/i.test(field)) ? [] : [disposition];
  return {
    type: `${type}; name="${encodeWords(name)}"`,
    encoding: "base64",
    body,
    fields: [...own, ...fields],
  };
}

/** A header and a body, with CR LF. */
export function composeMail(fields: readonly string[], part: Part): Buffer {
  return Buffer.concat([lines([...fields, "MIME-Version: 1.0"]), composePart(part, "b")]);
}

export function address(name: string, mail: string, charset = "utf-8"): string {
  return `${encodeWords(name, charset)} <${mail}>`;
}

/** ASCII as it is; anything else in words of at most 45 bytes. */
export function encodeWords(text: string, charset = "utf-8"): string {
  if (/^[\x20-\x7e]*$/.test(text) && charset !== "utf-7") return text;
  const words: string[] = [];
  for (let left = Array.from(text); left.length > 0;) {
    const piece = left.splice(0, 10).join("");
    words.push(`=?${charset}?B?${encodeText(piece, charset).toString("base64")}?=`);
  }
  return words.join("\r\n ");
}

function composePart({ type, fields = [], encoding = "7bit", body }: Part, boundary: string): Buffer {
  if (Buffer.isBuffer(body)) {
    const head = [`Content-Type: ${type}`, `Content-Transfer-Encoding: ${encoding}`, ...fields, ""];
    return Buffer.concat([lines(head), encodeBody(body, encoding), Buffer.from("\r\n")]);
  }
  const parts = body.flatMap((part, index) => [
    lines([`--${boundary}`]),
    composePart(part, `${boundary}${index}`),
  ]);
  const head = lines([`Content-Type: ${type}; boundary="${boundary}"`, ...fields, ""]);
  return Buffer.concat([head, ...parts, lines([`--${boundary}--`])]);
}

function encodeBody(body: Buffer, encoding: Part["encoding"]): Buffer {
  if (encoding === "base64") return Buffer.from(body.toString("base64").replaceAll(/.{76}/g, "$&\r\n"));
  return encoding === "quoted-printable" ? Buffer.from(toQuotedPrintable(body)) : body;
}

function toQuotedPrintable(body: Buffer): string {
  return body
    .toString("latin1")
    .split("\r\n")
    .map((line) => breakLine(line.replaceAll(/[^\x20-\x3c\x3e-\x7e]| $/g, escapeByte)))
    .join("\r\n");
}

function escapeByte(character: string): string {
  return `=${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
}

function breakLine(line: string): string {
  return line.replaceAll(/(?:=[\dA-F]{2}|[^=]){70}(?=.)/g, "$&=\r\n");
}

function lines(all: readonly string[]): Buffer {
  return Buffer.from(all.map((line) => `${line}\r\n`).join(""));
}
