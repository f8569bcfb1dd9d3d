import { has, mayChangeAnything, type Actor } from "./actor.ts";

export type CommentFacts = { author_id: string | null };

/** Whoever sees the ticket may answer, unless it is in the trash or the company is inactive (rule 88). */
export function mayComment(actor: Actor, ticket: { deleted?: boolean }): boolean {
  return has(actor, "comments.create") && mayChangeAnything(actor) && !ticket.deleted;
}

/** Who may write notes reads them, too. */
export function mayWriteInternalNote(actor: Actor): boolean {
  return has(actor, "comments.internal");
}

/** Only the author edits (rule 272). */
export function mayEditComment(actor: Actor, comment: CommentFacts): boolean {
  return has(actor, "comments.create") && mayChangeAnything(actor) && comment.author_id === actor.id;
}

/** The author or an administrator deletes; another's comment is "moderation" (rules 272 and 273). */
export function mayDeleteComment(actor: Actor, comment: CommentFacts): boolean {
  return mayEditComment(actor, comment) || mayModerateComment(actor, comment);
}

/** Takes away what another person wrote (rule 273). */
export function mayModerateComment(actor: Actor, comment: CommentFacts): boolean {
  return has(actor, "comments.moderate") && comment.author_id !== actor.id;
}

/** A waiting file is its sender's; one that came with a ticket or comment is removed by its sender or an administrator. */
export function mayDeleteAttachment(actor: Actor, attachment: { uploaded_by: string }): boolean {
  if (has(actor, "comments.moderate")) return true;
  return has(actor, "comments.create") && mayChangeAnything(actor) && attachment.uploaded_by === actor.id;
}
