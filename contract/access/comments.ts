import { hasPermission, mayChangeAnything, type Actor } from "./actor.ts";

export type CommentAttributes = {
  author_id: string | null;
  /** The description of a merged ticket: nobody changes it (rule 834). */
  is_description?: boolean;
};

/** Everybody who sees the ticket may answer, unless it is in the trash or the company is inactive (rule 88). */
export function mayComment(actor: Actor, ticket: { deleted?: boolean }): boolean {
  return hasPermission(actor, "comments.create") && mayChangeAnything(actor) && !ticket.deleted;
}

/** The same right covers reading internal notes. */
export function mayWriteInternalNote(actor: Actor): boolean {
  return hasPermission(actor, "comments.internal");
}

/** Only the author edits (rule 272). */
export function mayEditComment(actor: Actor, comment: CommentAttributes): boolean {
  if (comment.is_description) return false;
  return (
    hasPermission(actor, "comments.create") && mayChangeAnything(actor) && comment.author_id === actor.id
  );
}

/** The author or an administrator deletes; another's comment is "moderation" (rules 272 and 273). */
export function mayDeleteComment(actor: Actor, comment: CommentAttributes): boolean {
  return mayEditComment(actor, comment) || mayModerateComment(actor, comment);
}

/** Moderation: deleting the comment of another person (rule 273). */
export function mayModerateComment(actor: Actor, comment: CommentAttributes): boolean {
  if (comment.is_description) return false;
  return hasPermission(actor, "comments.moderate") && comment.author_id !== actor.id;
}

/** An answer that waits is its author's to change and to send (rule 816). */
export function mayChangeScheduled(actor: Actor, { author_id }: CommentAttributes): boolean {
  return mayWriteInternalNote(actor) && author_id === actor.id;
}

/** Its author takes it back; of those that go out later administrators do so too, as they moderate comments. */
export function mayTakeBack(actor: Actor, answer: CommentAttributes & { hold: boolean }): boolean {
  return mayChangeScheduled(actor, answer) || (!answer.hold && hasPermission(actor, "comments.moderate"));
}

/** A draft file belongs to its sender; a file of a ticket or comment is removed by its sender or an administrator. */
export function mayDeleteAttachment(actor: Actor, attachment: { uploaded_by: string }): boolean {
  if (hasPermission(actor, "comments.moderate")) return true;
  return (
    hasPermission(actor, "comments.create") && mayChangeAnything(actor) && attachment.uploaded_by === actor.id
  );
}
