import { Pencil, RotateCcw, Send, Shield, Trash2 } from "lucide-react";
import { USER_REFUSALS } from "#contract/refusals/users.ts";
import type { Actor } from "#contract/access/actor.ts";
import { mayManageUser } from "#contract/access/users.ts";
import type { RowAction } from "#web/ui/table/row-actions.tsx";
import type { User } from "../data.ts";
import { eraseUserActions } from "../dialogs/erase-user.tsx";
import { resetSecondFactorActions } from "../dialogs/reset-second-factor.tsx";
import { USER_ACT_MESSAGES } from "../messages.ts";

export type UserRowActions = Record<
  "edit" | "sendInvite" | "manageRoles" | "resetFactor" | "remove" | "restore" | "erase",
  (user: User) => void
>;

/** The actions of the actor on a user: a deleted one can only be restored or erased, and nobody deletes themselves (rule 284). */
export function userRowActions(actor: Actor, user: User, actions: UserRowActions): RowAction[] {
  if (!mayManageUser(actor, user)) return [viewRoles(user)];
  const why = user.deleted_at ? USER_ACT_MESSAGES.deletedWhy : undefined;
  return [
    {
      label: USER_ACT_MESSAGES.edit,
      name: `${USER_ACT_MESSAGES.edit}: ${user.fullname}`,
      icon: <Pencil className="icon" />,
      why,
      onSelect: () => actions.edit(user),
    },
    {
      label: USER_ACT_MESSAGES.sendInvite,
      name: `${USER_ACT_MESSAGES.sendInvite}: ${user.fullname}`,
      icon: <Send className="icon" />,
      why,
      onSelect: () => actions.sendInvite(user),
    },
    {
      label: USER_ACT_MESSAGES.manageRoles,
      name: `${USER_ACT_MESSAGES.manageRoles}: ${user.fullname}`,
      icon: <Shield className="icon" />,
      why,
      onSelect: () => actions.manageRoles(user),
    },
    ...resetSecondFactorActions(actor, user, actions.resetFactor),
    user.deleted_at ? restore(user, actions) : remove(actor, user, actions),
    ...eraseUserActions(actor, user, actions.erase),
  ];
}

/** Opens the roles page, which offers nothing to save to people who may only read (rule 118). */
function viewRoles(user: User): RowAction {
  return {
    label: USER_ACT_MESSAGES.viewRoles,
    name: `${USER_ACT_MESSAGES.viewRoles}: ${user.fullname}`,
    icon: <Shield className="icon" />,
    to: `/users/${user.id}/roles`,
  };
}

function remove(actor: Actor, user: User, actions: UserRowActions): RowAction {
  return {
    label: USER_ACT_MESSAGES.delete,
    name: `${USER_ACT_MESSAGES.delete}: ${user.fullname}`,
    icon: <Trash2 className="icon" />,
    danger: true,
    why: actor.id === user.id ? USER_REFUSALS["user.delete_self"] : undefined,
    onSelect: () => actions.remove(user),
  };
}

function restore(user: User, actions: UserRowActions): RowAction {
  return {
    label: USER_ACT_MESSAGES.restore,
    name: `${USER_ACT_MESSAGES.restore}: ${user.fullname}`,
    icon: <RotateCcw className="icon" />,
    onSelect: () => actions.restore(user),
  };
}
