import { Pencil, RotateCcw, Send, Shield, Trash2 } from "lucide-react";
import { WORDS } from "#contract/words.ts";
import type { Actor } from "#contract/access/actor.ts";
import { mayManageUser } from "#contract/access/users.ts";
import type { RowAct } from "../ui/row-actions.tsx";
import type { User } from "./data.ts";
import { resetFactorActs } from "./reset-factor.tsx";
import { USER_ACT_WORDS } from "./words.ts";

export type UserActs = Record<
  "edit" | "sendInvite" | "manageRoles" | "resetFactor" | "remove" | "restore",
  (user: User) => void
>;

/** What the caller can do with a user: a deleted one only comes back, and nobody deletes themselves (SPEC 2). */
export function userActs(actor: Actor, user: User, acts: UserActs): RowAct[] {
  if (!mayManageUser(actor, user)) return [viewRoles(user)];
  const why = user.deleted_at ? USER_ACT_WORDS.deletedWhy : undefined;
  return [
    {
      label: USER_ACT_WORDS.edit,
      name: `${USER_ACT_WORDS.edit}: ${user.fullname}`,
      icon: <Pencil className="i" />,
      why,
      onSelect: () => acts.edit(user),
    },
    {
      label: USER_ACT_WORDS.sendInvite,
      name: `${USER_ACT_WORDS.sendInvite}: ${user.fullname}`,
      icon: <Send className="i" />,
      why,
      onSelect: () => acts.sendInvite(user),
    },
    {
      label: USER_ACT_WORDS.manageRoles,
      name: `${USER_ACT_WORDS.manageRoles}: ${user.fullname}`,
      icon: <Shield className="i" />,
      why,
      onSelect: () => acts.manageRoles(user),
    },
    ...resetFactorActs(actor, user, acts.resetFactor),
    user.deleted_at ? restore(user, acts) : remove(actor, user, acts),
  ];
}

/** Whoever may only look goes to the page, which then offers nothing to save (decision list 118). */
function viewRoles(user: User): RowAct {
  return {
    label: USER_ACT_WORDS.viewRoles,
    name: `${USER_ACT_WORDS.viewRoles}: ${user.fullname}`,
    icon: <Shield className="i" />,
    to: `/users/${user.id}/roles`,
  };
}

function remove(actor: Actor, user: User, acts: UserActs): RowAct {
  return {
    label: USER_ACT_WORDS.delete,
    name: `${USER_ACT_WORDS.delete}: ${user.fullname}`,
    icon: <Trash2 className="i" />,
    danger: true,
    why: actor.id === user.id ? WORDS.cannotDeleteYourself : undefined,
    onSelect: () => acts.remove(user),
  };
}

function restore(user: User, acts: UserActs): RowAct {
  return {
    label: USER_ACT_WORDS.restore,
    name: `${USER_ACT_WORDS.restore}: ${user.fullname}`,
    icon: <RotateCcw className="i" />,
    onSelect: () => acts.restore(user),
  };
}
