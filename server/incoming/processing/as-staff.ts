import { isExternal } from "#contract/access/actor.ts";
import { SOLVED_STATUS } from "#contract/statuses.ts";
import type { MailCommands } from "#server/lib/mime/commands.ts";
import type { ForwardedMail, MailAddress } from "#server/lib/mime/parsed-mail.ts";
import type { Ctx, SignedIn } from "#server/lib/request-context.ts";
import { solveTicket } from "#server/tickets/change/solve.ts";
import { comment, openTicket } from "./act.ts";
import { noteOf } from "./as-client.ts";
import { findSender } from "./find-sender.ts";
import { isFlood } from "./floods.ts";
import { noteAbove, openForward } from "./forwards.ts";
import { judgeSender } from "./judge-sender.ts";
import { contextOf } from "./mail-context.ts";
import { type Found, isOurAddress } from "./match-ticket.ts";
import { readNamedTicket } from "./named-ticket.ts";
import { readSignedFields } from "./read-stored.ts";
import type { Outcome, Work } from "./work.ts";
import { hold } from "./write-outcome.ts";

/** What a colleague does by mail: an answer, a note, a ticket, or a mail that is sent on for a client. */
export async function settleStaff(work: Work, actor: SignedIn, found: Found): Promise<Outcome> {
  const { proof, parsed } = work.mail;
  const { match } = found;
  const ctx = contextOf(work, actor);
  const ticket = match && (await readNamedTicket(ctx, match.ticketId));
  const names = { person: actor.fullname, ...(ticket && { ticket: ticket.uid }), ...noteOf(found) };
  const about = { sender: actor, ticketId: ticket?.id, matchedBy: match?.by ?? null, detail: names };
  const verdict = judgeSender({
    sender: "staff",
    proof,
    matchedBy: match?.by ?? null,
    unprovenClients: work.settings.unprovenClients,
  });
  if ("hold" in verdict) return hold(verdict.hold, about);
  if (!isWrittenToDesk(work)) return hold("staff_not_proven", about);
  if (parsed.forward && match?.by !== "address") return settleForward(ctx, work, parsed.forward);
  const { readCommands } = await import("#server/lib/mime/commands.ts");
  const commands = readCommands(parsed.words);
  if (commands.unknown !== null)
    return hold("unknown_command", { ...about, detail: { ...names, word: commands.unknown } });
  if (ticket?.deleted) return hold("ticket_in_trash", about);
  if (await isFlood(work, ticket?.id ?? null)) return hold("too_many", about);
  if (!ticket || !match) return openTicket(ctx, work, { words: commands.words, confirmed: null });
  return answer(ctx, work, { match: { ...match, ticketId: ticket.id }, commands });
}

/**
 * Whether the colleague wrote to the desk. A signed mail of theirs that somebody sends on to us again must not act, so
 * what names the desk has to be under the signature.
 */
function isWrittenToDesk(work: Work): boolean {
  const { parsed, proofLines } = work.mail;
  const signed = readSignedFields(proofLines);
  const fields: Record<"to" | "cc", MailAddress[]> = { to: parsed.to, cc: parsed.cc };
  for (const name of ["to", "cc"] as const) {
    if (signed !== null && !signed.includes(name)) continue;
    if (fields[name].some(({ address }) => isOurAddress(work, address))) return true;
  }
  return false;
}

type Answer = { match: NonNullable<Found["match"]>; commands: MailCommands };

async function answer(ctx: Ctx, work: Work, { match, commands }: Answer): Promise<Outcome> {
  const isBare = commands.words === "" && work.files.length === 0;
  if (commands.close && !commands.note && isBare) {
    await solveTicket(ctx, match.ticketId);
    return { state: "done", sender: ctx.actor, ticketId: match.ticketId, matchedBy: match.by };
  }
  return comment(ctx, work, match, {
    words: commands.words,
    visibility: commands.note ? "internal" : "public",
    ...(commands.close && { status: SOLVED_STATUS }),
  });
}

/**
 * A mail that a colleague sends on becomes a ticket of whoever wrote it. That is the colleague's claim, and what they
 * may do in the app as well; what they wrote above it is for the staff.
 */
async function settleForward(ctx: Ctx, work: Work, forward: ForwardedMail): Promise<Outcome> {
  const { actor } = ctx;
  const original = forward.from && (await findSender(work.app, work.db, forward.from.address.toLowerCase()));
  if (!original || !("actor" in original) || !isExternal(original.actor) || original.kind === "inactive")
    return hold("forward_unknown", { sender: actor, detail: { person: actor.fullname } });
  if (await isFlood(work, null)) return hold("too_many", { sender: actor });
  const outcome = await openForward(ctx, work, {
    forward,
    client_id: original.actor.id,
    confirmed: { fromAddress: original.actor.email, messageId: forward.messageId },
  });
  await noteAbove(ctx, outcome.ticketId, forward);
  return outcome;
}
