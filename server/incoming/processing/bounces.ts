import type { BouncedRecipient } from "#server/lib/mime/parsed-mail.ts";
import { recordBounce } from "#server/mail/bounces.ts";
import { recordingContext } from "./mail-context.ts";
import type { Outcome, Work } from "./work.ts";
import { ignore } from "./write-outcome.ts";

/** Takes what another server says came back; null for what is no such mail. */
export async function settleBounce(work: Work): Promise<Outcome | null> {
  const { bounce } = work.mail.parsed;
  if (work.mail.kind.kind !== "bounce" || !bounce) return null;
  const { messageId } = bounce;
  if (messageId === null) return ignore("bounce_unknown");
  const ctx = { ...recordingContext(work), app: work.app };
  let ticketId: string | undefined;
  let isOurs = false;
  for (const recipient of bounce.recipients) {
    const { address, isPermanent } = recipient;
    const returned = { messageId, address, isPermanent, reason: describe(recipient) };
    const mail = await recordBounce(ctx, { ...returned, isQuiet: work.isQuiet });
    isOurs ||= mail !== null;
    ticketId ??= mail?.ticket_id ?? undefined;
  }
  if (!isOurs) return ignore("bounce_unknown");
  return { state: "done", ticketId };
}

/** Example: `mailbox unknown (5.1.1)`. */
function describe({ status, diagnostic }: BouncedRecipient): string {
  const said = diagnostic?.replace(/^smtp;\s*/i, "").slice(0, 200) ?? "";
  if (status === null) return said === "" ? "returned" : said;
  return said === "" ? `status ${status}` : said.includes(status) ? said : `${said} (${status})`;
}
