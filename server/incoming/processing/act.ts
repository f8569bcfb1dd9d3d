import { DEFAULT_PRIORITY, DEFAULT_STATUS } from "#contract/statuses.ts";
import { createComment } from "#server/comments/create.ts";
import { headerValue } from "#server/lib/mime/headers.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { createTicket } from "#server/tickets/create/create.ts";
import { placeByMailbox } from "#server/tickets/create/place-by-mailbox.ts";
import { confirmTicket, type ConfirmedMail } from "#server/tickets/mail/confirm-ticket.ts";
import { bringRecipients } from "./colleagues.ts";
import { recordingContext } from "./mail-context.ts";
import { type KeptFiles, keepMailFiles } from "./mail-files.ts";
import { writeText } from "./mail-text.ts";
import type { Match, Outcome, Work } from "./work.ts";

type NewTicket = Parameters<typeof createTicket>[1];
type NewComment = Parameters<typeof createComment>[2];

/** Keeps the files of a mail as the actor's, and writes its words around them. */
export async function takeContent(
  ctx: Ctx,
  work: Work,
  words: string,
): Promise<{ text: string; kept: KeptFiles }> {
  const domain = work.mail.parsed.from?.address.split("@")[1]?.toLowerCase() ?? "";
  const { db, files, settings } = work;
  const kept = await keepMailFiles(ctx, { db, files, blockedTypes: settings.blockedTypes, domain });
  return { text: writeText(words, kept), kept };
}

export type TicketByMail = Partial<NewTicket> & {
  words: string;
  /** Whom a confirmation answers; null for nobody. */
  confirmed: Pick<ConfirmedMail, "fromAddress" | "messageId"> | null;
  isConfidential?: boolean;
};

/** Opens a ticket through the verb of the app, then gives it the mailbox's team and the people of To and Cc. */
export async function openTicket(
  ctx: Ctx,
  work: Work,
  { words, confirmed, isConfidential = false, ...wanted }: TicketByMail,
): Promise<Outcome & { ticketId: string }> {
  const { text, kept } = await takeContent(ctx, work, words);
  const { mailbox, mail } = work;
  const { ticket } = await createTicket(
    ctx,
    {
      subject: mail.parsed.subject,
      priority: DEFAULT_PRIORITY,
      status: DEFAULT_STATUS,
      ...wanted,
      issue: text,
      attachment_ids: kept.ids,
    },
    { mailboxId: mailbox?.id ?? null, confidential: isConfidential },
  );
  if (mailbox) await placeByMailbox(recordingContext(work), ticket.id, mailbox);
  const brought = await bringRecipients(ctx, work, { ticketId: ticket.id, isNew: true });
  if (confirmed && !work.isQuiet) await confirm(work, ticket.id, confirmed);
  return {
    state: "done",
    sender: ctx.actor,
    ticketId: ticket.id,
    openedTicket: true,
    outside: brought.outside,
  };
}

/** Tells the requester, unless a machine or a list wrote (rule 644). */
async function confirm(
  { app, db, now, mail, mailbox }: Work,
  ticketId: string,
  confirmed: NonNullable<TicketByMail["confirmed"]>,
): Promise<void> {
  const { parsed, kind, envelopeFrom } = mail;
  const precedence = headerValue(parsed.headers, "precedence") ?? "";
  await confirmTicket(
    { app, db, now },
    {
      ticketId,
      mailbox,
      mail: {
        ...confirmed,
        envelopeFrom: envelopeFrom ?? parsed.returnPath,
        isAutomatic: kind.kind !== "message",
        isList: headerValue(parsed.headers, "list-id") !== null || /^\s*(bulk|list|junk)\b/i.test(precedence),
      },
    },
  );
}

/** Comments through the verb of the app; whom the mail names comes onto the ticket first, to read the answer. */
export async function comment(
  ctx: Ctx,
  work: Work,
  { ticketId, by }: Match,
  { words, ...wanted }: Partial<NewComment> & { words: string },
): Promise<Outcome> {
  const { text, kept } = await takeContent(ctx, work, words);
  const visibility = wanted.visibility ?? "public";
  const brought =
    visibility === "public" ? await bringRecipients(ctx, work, { ticketId, isNew: false }) : { outside: [] };
  const made = await createComment(ctx, ticketId, {
    ...wanted,
    visibility,
    comment: text,
    attachment_ids: kept.ids,
  });
  return {
    state: "done",
    sender: ctx.actor,
    ticketId,
    commentId: made.id,
    matchedBy: by,
    outside: brought.outside,
  };
}
