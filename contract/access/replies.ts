import { hasPermission, isExternal, type Actor } from "./actor.ts";

type Reply = { audience: "me" | "team" | "everyone"; owner_id: string };

/** Saved replies and macros are the staff's: clients have none (rule 790). */
export function maySeeReplies(actor: Actor): boolean {
  return !isExternal(actor) && hasPermission(actor, "comments.internal");
}

/** Keeping a reply for a team or for all staff. */
export function mayShareReplies(actor: Actor): boolean {
  return maySeeReplies(actor) && hasPermission(actor, "replies.share");
}

/** Replies of teams that one is not in: administrators see them as well, and keep replies for them. */
export function maySeeRepliesOfAllTeams(actor: Actor): boolean {
  return maySeeReplies(actor) && hasPermission(actor, "teams.manage");
}

/** Changing, deleting and restoring a reply that one sees: whose it is, and for a shared one whoever shares replies. */
export function mayEditReply(actor: Actor, { audience, owner_id }: Reply): boolean {
  return maySeeReplies(actor) && (owner_id === actor.id || (audience !== "me" && mayShareReplies(actor)));
}

/** Setting several things on a ticket that one sees; each of them is asked as if it were done by hand. */
export function mayApplyEffects(actor: Actor, ticket: { deleted?: boolean } = {}): boolean {
  return maySeeReplies(actor) && !ticket.deleted;
}
