import type { z } from "zod";
import { hasPermission } from "#contract/access/actor.ts";
import type { incoming } from "#contract/incoming.ts";
import { refuse } from "#server/lib/refusal.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { recordEvent } from "#server/lib/work/history.ts";
import { findCompany, refuseTakenEmail, withFreeEmail } from "#server/users/create-user.ts";
import { makeContact } from "#server/users/make-contact.ts";
import { refuseDecided } from "./decide.ts";
import { beginWork } from "./process.ts";
import { openTicket } from "./processing/act.ts";
import { dropMailFiles, receiveMailFiles } from "./processing/mail-files.ts";
import { OriginalGone, readStored } from "./processing/read-stored.ts";
import type { ReadMail, Work } from "./processing/work.ts";
import { lockMail, writeOutcome } from "./processing/write-outcome.ts";

const OPEN = ["held", "failed", "ignored", "spam"] as const;

/** Reads the mail before the transaction. Refuses 404, 409 for one that was dealt with, 410 without its original. */
export async function prepareMail(ctx: Ctx, id: string): Promise<ReadMail> {
  const mail = await readStored(ctx.app, id, OPEN).catch((error: unknown) => {
    throw error instanceof OriginalGone ? refuse(410, "incoming.original_gone") : error;
  });
  if (!mail) throw await refuseDecided(ctx, id);
  return mail;
}

type Wish = z.output<typeof incoming.makeTicket.body>;

/** Makes the ticket, and with it the contact, in one transaction: of two at once the second is refused 409. */
export async function makeTicket(ctx: Ctx, mail: ReadMail, { client_id, contact, subject }: Wish) {
  const files = await receiveMailFiles(ctx.app, mail.parsed.files);
  try {
    const row = await lockMail(ctx.db, mail.row.id, OPEN);
    if (!row) throw await refuseDecided(ctx, mail.row.id);
    const work = await beginWork(ctx.app, ctx.db, { ...mail, row }, files);
    const clientId = contact ? await makeSender(ctx, work, contact) : client_id;
    const { parsed } = mail;
    const outcome = await openTicket({ ...ctx, via: "mail" }, work, {
      words: parsed.words,
      client_id: clientId,
      ...(subject !== undefined && { subject }),
      confirmed: { fromAddress: parsed.from?.address ?? null, messageId: parsed.messageId },
    });
    const userId = contact ? clientId : (row.user_id ?? undefined);
    await writeOutcome(work, { ...outcome, sender: undefined, userId });
    await noteDecision(ctx, row.id, outcome.ticketId);
    const ticket = await ctx.db
      .selectFrom("tickets")
      .select(["id", "uid", "subject"])
      .where("id", "=", outcome.ticketId ?? "")
      .executeTakeFirstOrThrow();
    return { ticket };
  } finally {
    await dropMailFiles(files);
  }
}

/** The stranger who wrote becomes a contact: the company is chosen, never inferred. */
async function makeSender(ctx: Ctx, { mail }: Work, contact: NonNullable<Wish["contact"]>): Promise<string> {
  if (!hasPermission(ctx.actor, "clients.manage")) throw refuse(403, "auth.not_allowed");
  const { from } = mail.parsed;
  if (from === null) throw refuse(422, "incoming.sender_unclear");
  const company = await findCompany(ctx.db, contact.company_id);
  if (company.is_internal) throw refuse(422, "incoming.company_required");
  const email = from.address.toLowerCase();
  await refuseTakenEmail(ctx, email);
  return withFreeEmail(makeContact(ctx, { email, fullname: contact.fullname, company_id: company.id }));
}

async function noteDecision(ctx: Ctx, id: string, ticketId: string | undefined): Promise<void> {
  await ctx.db
    .updateTable("incoming_mails")
    .set({ decided_at: ctx.now, decided_by: ctx.actor.id })
    .where("id", "=", id)
    .execute();
  await recordEvent(ctx, {
    id,
    kind: "incoming.decided",
    after: { state: "done", ticket_id: ticketId ?? null },
  });
}
