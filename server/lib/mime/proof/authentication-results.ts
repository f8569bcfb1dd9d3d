import { headerValues } from "../headers.ts";
import type { HeaderField } from "../parsed-mail.ts";

/*
 * What a mailbox's own server found out about the sender (RFC 8601). A field of that name can be written by anybody:
 * only the topmost one counts that bears the server's name, or for Microsoft 365, whose fields bear none, that stands
 * above the mail's way into the tenant.
 */

export type DmarcVerdict = {
  result: string;
  /** The domain of the From field that was looked at. */
  headerFrom: string;
  /** What its owner asks for; null where the field does not say. */
  policy: string | null;
};

export type ServerKind = "imap" | "microsoft" | "gmail" | "listen";

/** Longer than any server writes; what looks for words in it may take the square of its length. */
const FIELD_LENGTH = 8192;
const GMAIL = "mx.google.com";

/** Null for no field that is trusted, and for one that is not clear about DMARC. */
export function readTrustedDmarc(
  headers: readonly HeaderField[],
  kind: ServerKind,
  authservId: string | null,
): DmarcVerdict | null {
  const field = findTrusted(headers, kind, authservId?.trim().toLowerCase() ?? "");
  if (field === null) return null;
  const verdicts = splitOutside(field.slice(0, FIELD_LENGTH), ";").flatMap(readDmarc);
  // Two of them: one may be what a sender smuggled into another value.
  return verdicts.length === 1 ? (verdicts[0] ?? null) : null;
}

/** Whether the mail never left the tenant: it says so, and no server outside handed it in. */
export function isWithinTenant(headers: readonly HeaderField[]): boolean {
  const words = headerValues(headers, "x-ms-exchange-organization-authas");
  const ways = headerValues(headers, "received");
  return (
    words.length === 1 && /^internal$/i.test(words[0] ?? "") && ways.length > 0 && ways.every(isMicrosoft)
  );
}

function findTrusted(headers: readonly HeaderField[], kind: ServerKind, authservId: string): string | null {
  const name = authservId === "" && kind === "gmail" ? GMAIL : authservId;
  if (name !== "")
    return headerValues(headers, "authentication-results").find((value) => serverOf(value) === name) ?? null;
  if (kind !== "microsoft") return null;
  const way = headers.findIndex((field) => field.name === "received" && !isMicrosoft(field.value));
  return (
    headers.slice(0, Math.max(way, 0)).find((field) => field.name === "authentication-results")?.value ?? null
  );
}

/** Handed on by Microsoft to Microsoft. */
function isMicrosoft(received: string): boolean {
  const [, from = "", by = ""] =
    /^\s*from\s+(\S+)[\s\S]*?\sby\s+([^\s;]+)/i.exec(received.slice(0, FIELD_LENGTH)) ?? [];
  return /\.outlook\.com$/i.test(from) && /\.outlook\.com$/i.test(by);
}

function serverOf(value: string): string {
  const [first = ""] = splitOutside(value, ";");
  return withoutComments(first).trim().replace(/^"|"$/g, "").split(/\s/)[0]?.toLowerCase() ?? "";
}

function readDmarc(statement: string): DmarcVerdict[] {
  const bare = withoutComments(statement);
  const result = /^\s*dmarc\s*=\s*([a-z]+)\b/i.exec(bare)?.[1]?.toLowerCase();
  if (!result) return [];
  const headerFrom = /\sheader\.from\s*=\s*"?([^\s;"]+)/i.exec(bare)?.[1]?.toLowerCase() ?? "";
  const stated = /\spolicy\.dmarc\s*=\s*([a-z]+)/i.exec(bare) ?? /\saction\s*=\s*([a-z.]+)/i.exec(bare);
  const policy = stated ?? /\((?:[^()]*\s)?p=([a-z]+)/i.exec(statement);
  return [{ result, headerFrom: headerFrom.replace(/^.*@/, ""), policy: policy?.[1]?.toLowerCase() ?? null }];
}

/** Splits where the separator stands neither in a comment nor in quotes. */
function splitOutside(value: string, separator: string): string[] {
  const parts = [""];
  walk(value, (character, depth) => {
    if (character === separator && depth === 0) parts.push("");
    else parts[parts.length - 1] += character;
  });
  return parts;
}

function withoutComments(value: string): string {
  let kept = "";
  walk(value, (character, depth, isComment) => {
    kept += isComment ? " " : character;
  });
  return kept;
}

/** Visits each character with how deep it lies in comments or quotes. */
function walk(value: string, visit: (character: string, depth: number, isComment: boolean) => void): void {
  let comments = 0;
  let quoted = false;
  for (let at = 0; at < value.length; at += 1) {
    const character = value[at] ?? "";
    if (character === "\\" && (quoted || comments > 0)) {
      visit(value.slice(at, at + 2), 1, comments > 0);
      at += 1;
      continue;
    }
    if (character === '"' && comments === 0) quoted = !quoted;
    if (character === "(" && !quoted) comments += 1;
    visit(character, comments + (quoted ? 1 : 0), comments > 0);
    if (character === ")" && !quoted && comments > 0) comments -= 1;
  }
}
