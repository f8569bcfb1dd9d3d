import { readFrom } from "./addresses.ts";
import { headerValue, readMessageIds } from "./headers.ts";
import { readSubject } from "./parse.ts";
import type { HeaderField } from "./parsed-mail.ts";

/** What a list shows of a mail that nobody has read yet. */
export function readSummary(headers: readonly HeaderField[]) {
  const { from } = readFrom(headers);
  return {
    messageId: readMessageIds(headerValue(headers, "message-id"))[0] ?? null,
    fromAddress: from?.address.toLowerCase() ?? null,
    fromName: from?.name ?? null,
    subject: readSubject(headers) ?? "",
  };
}
