import { createHash } from "node:crypto";
import { isExternal } from "#contract/access/actor.ts";
import { mayWriteInternalNote } from "#contract/access/comments.ts";
import type { CommentAudience } from "#contract/comments.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { refuse } from "#server/lib/refusal.ts";
import { findAnswerReaders, type Reader } from "#server/tickets/mail/audience.ts";
import { findMailedTicket, type MailedTicket } from "#server/tickets/mail/mailed-ticket.ts";
import { findTicket } from "#server/tickets/read.ts";

/** Tells who will be mailed what the caller writes next; nobody for a note. */
export async function getAudience(
  ctx: Ctx,
  ticketId: string,
  { visibility = "public" }: { visibility?: "public" | "internal" },
): Promise<CommentAudience> {
  await findTicket(ctx, ticketId);
  if (visibility === "public") return readAudience(ctx, ticketId);
  if (!mayWriteInternalNote(ctx.actor)) throw refuse(403, "comment.internal_staff_only");
  return toAudience(ctx, null, []);
}

/** Refuses 409, with the readers as they are now, where they are not those that the writer has seen. */
export async function refuseChangedAudience(
  ctx: Ctx,
  ticketId: string,
  seen: string | undefined,
): Promise<void> {
  if (seen === undefined) return;
  const audience = await readAudience(ctx, ticketId);
  if (audience.digest !== seen) throw refuse(409, "comment.audience_changed", { extensions: { audience } });
}

/** The readers are those of the mails, read with the app's own rights: what a client may not know of them is cut below. */
async function readAudience(ctx: Ctx, ticketId: string): Promise<CommentAudience> {
  const ticket = await findMailedTicket(ctx.app.db, ticketId);
  const readers = ticket ? await findAnswerReaders(ctx.app.db, ticket, ctx.actor.id) : [];
  return toAudience(ctx, ticket, readers.toSorted(byNearness(ticket?.client_id ?? null)));
}

/**
 * Staff read all of it. Clients read names, of those whom the ticket's page names to them: other clients and the assignee,
 * not which of the staff follow it, nor who switched mails off (rules 179 and 643).
 */
function toAudience({ actor }: Ctx, ticket: MailedTicket | null, readers: Reader[]): CommentAudience {
  if (isExternal(actor)) {
    const named = readers.filter(isReached).filter((reader) => isNamedToClients(reader, ticket));
    return {
      readers: named.map((reader) => ({ ...nameOf(reader), address: null, user_type: reader.user_type })),
      // Without addresses: whoever knows the ids could try which address is theirs.
      digest: digestLines(named.map(({ id }) => id)),
      silent: [],
      unreachable: [],
      outside: [],
    };
  }
  const mailed = readers.filter(isReached);
  return {
    readers: mailed.map((reader) => ({
      ...nameOf(reader),
      address: reader.email,
      user_type: reader.user_type,
    })),
    digest: digestOf(mailed),
    silent: readers.filter(({ is_silent }) => is_silent).map(nameOf),
    unreachable: readers.filter((reader) => reader.is_unreachable && !reader.is_silent).map(nameOf),
    outside: mailed
      .filter((reader) => isOutside(reader, ticket))
      .map((reader) => ({
        ...nameOf(reader),
        company_name: reader.company_name ?? "",
      })),
  };
}

/** The requester first, then others outside, then staff, each by name. */
function byNearness(clientId: string | null): (a: Reader, b: Reader) => number {
  const rank = ({ id, user_type }: Reader) => (id === clientId ? 0 : user_type === "external" ? 1 : 2);
  return (a, b) => rank(a) - rank(b) || a.fullname.localeCompare(b.fullname);
}

function isReached({ is_silent, is_unreachable }: Reader): boolean {
  return !is_silent && !is_unreachable;
}

function isNamedToClients(reader: Reader, ticket: MailedTicket | null): boolean {
  return reader.user_type === "external" || reader.id === ticket?.assignee_id;
}

/** Somebody of another client company than the ticket's. */
function isOutside(reader: Reader, ticket: MailedTicket | null): boolean {
  return (
    reader.user_type === "external" && reader.company_id !== null && reader.company_id !== ticket?.company_id
  );
}

function nameOf({ id, fullname }: Reader) {
  return { user_id: id, fullname };
}

/** A short name of a list of readers, the same for the same people at the same addresses. */
export function digestOf(readers: readonly Pick<Reader, "id" | "email">[]): string {
  return digestLines(readers.map(({ id, email }) => `${id} ${email}`));
}

/** A short name of lines in any order, which tells nothing of what cannot be guessed. */
export function digestLines(lines: readonly string[]): string {
  return createHash("sha256").update(lines.toSorted().join("\n")).digest("hex").slice(0, 32);
}
