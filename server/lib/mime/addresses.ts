import { addressParser } from "postal-mime";
import { decodeHeaderText, headerValue, headerValues, oneLine } from "./headers.ts";
import type { FromProblem, HeaderField, MailAddress } from "./parsed-mail.ts";

const TO_AND_CC = 200;
const DELIVERED_TO = 20;
const NAME_LENGTH = 200;
/** RFC 5321, 4.5.3.1: 64 before the at sign, 255 behind it. */
const ADDRESS_LENGTH = 320;

/** One From field with one address, or what is wrong with it. Sender, Reply-To and names are never asked. */
export function readFrom(headers: readonly HeaderField[]): {
  from: MailAddress | null;
  fromProblem: FromProblem | null;
} {
  const fields = headerValues(headers, "from");
  const [field] = fields;
  if (field === undefined) return { from: null, fromProblem: "missing" };
  if (fields.length > 1) return { from: null, fromProblem: "several_fields" };
  // Each that is written counts, also one that is no address.
  const written = addressParser(field, { flatten: true }).filter(({ address, name }) => address || name);
  const [from] = readAddresses(field, 1);
  if (written.length > 1) return { from: null, fromProblem: "several_addresses" };
  return from === undefined ? { from: null, fromProblem: "no_address" } : { from, fromProblem: null };
}

export function readRecipients(headers: readonly HeaderField[]): { to: MailAddress[]; cc: MailAddress[] } {
  const to = readFields(headers, "to", TO_AND_CC);
  return { to, cc: readFields(headers, "cc", TO_AND_CC - to.length) };
}

export function readDeliveredTo(headers: readonly HeaderField[]): string[] {
  const fields = headers.filter(({ name }) => name === "delivered-to" || name === "x-original-to");
  const addresses = fields.slice(0, DELIVERED_TO).flatMap(({ value }) => readAddresses(value, 1));
  return [...new Set(addresses.map(({ address }) => address))];
}

export function readFirstAddress(headers: readonly HeaderField[], name: string): MailAddress | null {
  return readFields(headers, name, 1)[0] ?? null;
}

/** Empty for `<>`, null without the field or an address in it. */
export function readReturnPath(headers: readonly HeaderField[]): string | null {
  const value = headerValue(headers, "return-path");
  if (value === null) return null;
  if (/^\s*<\s*>/.test(value)) return "";
  return readAddresses(value, 1)[0]?.address ?? null;
}

/** The addresses of one value, those of groups included, each once. */
export function readAddresses(value: string, most: number): MailAddress[] {
  const found = new Map<string, MailAddress>();
  for (const each of addressParser(value, { flatten: true })) {
    const address = oneLine(each.address ?? "").slice(0, ADDRESS_LENGTH + 1);
    if (!/^[^\s<>@]+@[^\s<>@]+$/.test(address) || address.length > ADDRESS_LENGTH) continue;
    const name = decodeHeaderText(each.name ?? "").slice(0, NAME_LENGTH);
    const key = address.toLowerCase();
    if (!found.has(key)) found.set(key, { name: name.toWellFormed(), address });
    if (found.size >= most) break;
  }
  return [...found.values()];
}

function readFields(headers: readonly HeaderField[], name: string, most: number): MailAddress[] {
  const found: MailAddress[] = [];
  for (const value of headerValues(headers, name)) {
    if (found.length >= most) break;
    found.push(...readAddresses(value, most - found.length));
  }
  return found;
}
