import { hasPermission, type Actor } from "./actor.ts";
import { maySeeViews } from "./views.ts";

type View = { audience: "me" | "team" | "everyone"; owner_id: string };

/** Keeping a view for a team or for all staff. */
export function mayShareViews(actor: Actor): boolean {
  return maySeeViews(actor) && hasPermission(actor, "views.share");
}

/** Views of teams that one is not in: administrators see them as well, and keep views for them. */
export function maySeeViewsOfAllTeams(actor: Actor): boolean {
  return maySeeViews(actor) && hasPermission(actor, "teams.manage");
}

/** Changing and deleting a view that one sees: whose it is, and for a shared one whoever shares views (rule 752). */
export function mayEditView(actor: Actor, { audience, owner_id }: View): boolean {
  return maySeeViews(actor) && (owner_id === actor.id || (audience !== "me" && mayShareViews(actor)));
}
