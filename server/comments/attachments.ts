import { mayComment, mayDeleteAttachment } from "#contract/access/comments.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { recordEvent } from "#server/lib/work/history.ts";
import { Refusal, refuse } from "#server/lib/refusal.ts";
import { touchForFile } from "#server/tickets/change/change-by-comment.ts";
import { findTicket, lockTicket, refuseMerged, type TicketRecord } from "#server/tickets/read.ts";
import { getFile } from "#server/uploads/read.ts";
import { storeFile, removeFile, type ReceivedFile } from "#server/uploads/write.ts";
import { visibleComments } from "./read.ts";

/** Refuses before the bytes are received: 404 for an invisible ticket, 403 without the right to answer. */
export async function refuseAttachment(ctx: Ctx, ticketId: string): Promise<void> {
  const ticket = await findTicket(ctx, ticketId);
  await refuseMerged(ctx, ticket);
  refuseUnanswerable(ctx, ticket);
}

/** Attaches a file to the ticket itself, visible to everybody who sees the ticket. */
export async function attachFile(ctx: Ctx, ticketId: string, arrival: ReceivedFile) {
  const ticket = await lockTicket(ctx, ticketId);
  refuseUnanswerable(ctx, ticket);
  const id = await storeFile(ctx, arrival, { ticketId, commentId: null });
  await touchForFile(ctx, ticket);
  const file = await getFile(ctx.db, id);
  await recordEvent(ctx, {
    id,
    kind: "attachment.added",
    companyId: ticket.company_id,
    after: { ticket_id: ticketId, name: file.name },
  });
  return file;
}

/**
 * Finds a file that the caller may read: in a draft as its sender, afterwards as a reader of its ticket and comment.
 */
export async function findFile(ctx: Ctx, id: string) {
  const file = await ctx.db
    .selectFrom("attachments")
    .selectAll()
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!file) throw missing();
  const { ticket, comment } = await findFilePlace(ctx, file);
  return { file, ticket, comment };
}

export async function deleteFile(ctx: Ctx, id: string): Promise<void> {
  const { file, ticket, comment } = await findFile(ctx, id);
  if (!mayDeleteAttachment(ctx.actor, file) || ticket?.deleted)
    throw refuse(403, ctx.actor.company_active ? "auth.not_allowed" : "auth.company_inactive");
  await removeFile(ctx, file, {
    audience: comment?.visibility ?? "public",
    companyId: ticket?.company_id ?? null,
  });
}

type FileReferences = { ticket_id: string | null; comment_id: string | null; uploaded_by: string };

async function findFilePlace(ctx: Ctx, file: FileReferences) {
  if (file.ticket_id === null) {
    if (file.uploaded_by !== ctx.actor.id) throw missing();
    return { ticket: null, comment: null };
  }
  const ticket = await findTicket(ctx, file.ticket_id).catch((error: unknown) => {
    throw error instanceof Refusal && error.status === 404 ? missing() : error;
  });
  if (file.comment_id === null) return { ticket, comment: null };
  const comment = await visibleComments(ctx)
    .select(["c.id", "c.visibility"])
    .where("c.id", "=", file.comment_id)
    .where("c.deleted_at", "is", null)
    .executeTakeFirst();
  if (!comment) throw missing();
  return { ticket, comment };
}

function refuseUnanswerable(ctx: Ctx, ticket: TicketRecord): void {
  if (ticket.deleted || !mayComment(ctx.actor, ticket))
    throw refuse(403, ctx.actor.company_active ? "auth.not_allowed" : "auth.company_inactive");
}

function missing(): Refusal {
  return refuse(404, "upload.not_found");
}
