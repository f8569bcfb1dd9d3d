import { Pencil, RotateCcw, Send, Shield, Trash2 } from "lucide-react";
import { MESSAGES } from "#contract/messages.ts";
import type { Actor } from "#contract/access/actor.ts";
import { mayManageUser } from "#contract/access/users.ts";
import type { RowAct } from "#web/ui/table/row-actions.tsx";
import type { User } from "../data.ts";
import { resetFactorActs } from "../dialogs/reset-factor.tsx";
import { USER_ACT_MESSAGES } from "../messages.ts";

export type UserActs = Record<
  "edit" | "sendInvite" | "manageRoles" | "resetFactor" | "remove" | "restore",
  (user: User) => void
>;

/** What the caller can do with a user: a deleted one only comes back, and nobody deletes themselves (rule 284). */
export function userActs(actor: Actor, user: User, acts: UserActs): RowAct[] {
  if (!mayManageUser(actor, user)) return [viewRoles(user)];
  const why = user.deleted_at ? USER_ACT_MESSAGES.deletedWhy : undefined;
  return [
    {
      label: USER_ACT_MESSAGES.edit,
      name: `${USER_ACT_MESSAGES.edit}: ${user.fullname}`,
      icon: <Pencil className="icon" />,
      why,
      onSelect: () => acts.edit(user),
    },
    {
      label: USER_ACT_MESSAGES.sendInvite,
      name: `${USER_ACT_MESSAGES.sendInvite}: ${user.fullname}`,
      icon: <Send className="icon" />,
      why,
      onSelect: () => acts.sendInvite(user),
    },
    {
      label: USER_ACT_MESSAGES.manageRoles,
      name: `${USER_ACT_MESSAGES.manageRoles}: ${user.fullname}`,
      icon: <Shield className="icon" />,
      why,
      onSelect: () => acts.manageRoles(user),
    },
    ...resetFactorActs(actor, user, acts.resetFactor),
    user.deleted_at ? restore(user, acts) : remove(actor, user, acts),
  ];
}

/** Whoever may only look goes to the page, which then offers nothing to save (rule 118). */
function viewRoles(user: User): RowAct {
  return {
    label: USER_ACT_MESSAGES.viewRoles,
    name: `${USER_ACT_MESSAGES.viewRoles}: ${user.fullname}`,
    icon: <Shield className="icon" />,
    to: `/users/${user.id}/roles`,
  };
}

function remove(actor: Actor, user: User, acts: UserActs): RowAct {
  return {
    label: USER_ACT_MESSAGES.delete,
    name: `${USER_ACT_MESSAGES.delete}: ${user.fullname}`,
    icon: <Trash2 className="icon" />,
    danger: true,
    why: actor.id === user.id ? MESSAGES.cannotDeleteYourself : undefined,
    onSelect: () => acts.remove(user),
  };
}

function restore(user: User, acts: UserActs): RowAct {
  return {
    label: USER_ACT_MESSAGES.restore,
    name: `${USER_ACT_MESSAGES.restore}: ${user.fullname}`,
    icon: <RotateCcw className="icon" />,
    onSelect: () => acts.restore(user),
  };
}
