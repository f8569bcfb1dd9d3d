import type { z } from "zod";
import { hasPermission } from "#contract/access/actor.ts";
import type { incoming } from "#contract/incoming.ts";
import { refuse } from "#server/lib/refusal.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { findCompany, refuseTakenEmail, withFreeEmail } from "#server/users/create/create-user.ts";
import { makeContact } from "#server/users/create/make-contact.ts";
import { actOnMail, nameTicket, writeDecision } from "./act-on-mail.ts";
import type { MailAddress } from "#server/lib/mime/parsed-mail.ts";
import { heldForward, noteOfColleague, openWritten, writerOf } from "./held-forward.ts";
import type { ReadMail } from "./processing/work.ts";

type Wish = z.output<typeof incoming.makeTicket.body>;

/** Makes the ticket, and with it the contact, in one transaction. */
export function makeTicket(ctx: Ctx, mail: ReadMail, { client_id, contact, subject }: Wish) {
  return actOnMail(ctx, mail, async (work) => {
    const forward = heldForward(mail);
    const from = forward ? forward.from : mail.parsed.from;
    const clientId = contact ? await makeSender(ctx, from, contact) : client_id;
    const outcome = await openWritten(ctx, work, forward, {
      client_id: clientId,
      ...(subject !== undefined && { subject }),
      confirmed: writerOf(work, forward),
    });
    if (forward) await noteOfColleague(ctx, work, outcome.ticketId, forward);
    // What a colleague sent on is never their client's mail: the original holds what they wrote above it.
    const userId = contact && !forward ? clientId : (work.mail.row.user_id ?? undefined);
    await writeDecision(ctx, work, { ...outcome, userId });
    return { ticket: await nameTicket(ctx, outcome.ticketId) };
  });
}

/** The stranger who wrote becomes a contact: the company is chosen, never inferred. */
async function makeSender(
  ctx: Ctx,
  from: MailAddress | null,
  contact: NonNullable<Wish["contact"]>,
): Promise<string> {
  if (!hasPermission(ctx.actor, "clients.manage")) throw refuse(403, "auth.not_allowed");
  if (from === null) throw refuse(422, "incoming.sender_unclear");
  const company = await findCompany(ctx.db, contact.company_id);
  if (company.is_internal) throw refuse(422, "incoming.company_required");
  const email = from.address.toLowerCase();
  await refuseTakenEmail(ctx, email);
  return withFreeEmail(makeContact(ctx, { email, fullname: contact.fullname, company_id: company.id }));
}
