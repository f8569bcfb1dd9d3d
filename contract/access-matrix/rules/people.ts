import { hasPermission, isExternal, type Actor } from "../../access/actor.ts";
import { mayEditCompany, mayReadCompany, maySeeDeletedCompanies } from "../../access/companies.ts";
import { mayManageMembers, mayManageTeams } from "../../access/groups.ts";
import type { Sample } from "../../access/sample-actors-and-objects.ts";
import {
  mayAssignRoles,
  mayDeleteUser,
  mayEditAddresses,
  mayEraseUser,
  mayManageUser,
  mayReadRoleHistory,
  mayReadUser,
  maySeeDeletedUsers,
} from "../../access/users.ts";
import { type OperationRule, type OperationRules, ownAccount } from "./rule.ts";

const onUser = (may: (actor: Actor, user: Sample["user"]) => boolean): OperationRule => ({
  on: "user",
  may: (actor, { user }) => may(actor, user),
});
/** External people know the roles of external people alone (rule 133). */
const onRole: OperationRule = {
  on: "role",
  may: (actor, { role }) => !isExternal(actor) || role.type === "external",
};

/** Of people, their roles, companies and teams. */
export const PEOPLE_RULES: OperationRules = {
  "DELETE /auth/sessions/{session_id}": ownAccount,
  "GET /users": withDeletedUsers("List deleted users"),
  "GET /users/export": withDeletedUsers("Download deleted users as CSV"),
  "GET /users/{user_id}": onUser(mayReadUser),
  "GET /users/{user_id}/roles": onUser(mayReadUser),
  "GET /users/{user_id}/roles/history": onUser(mayReadRoleHistory),
  "GET /users/{user_id}/roles/history/export": onUser(mayReadRoleHistory),
  "POST /users/{user_id}/roles:set": onUser(mayAssignRoles),
  "POST /users": onUser(mayManageUser),
  "POST /users/invite": onUser(mayManageUser),
  "POST /users/{user_id}/send-invite": onUser(mayManageUser),
  "POST /users/{user_id}/restore": onUser(mayManageUser),
  "GET /users/{user_id}/mail-reach": onUser(mayManageUser),
  "POST /users/{user_id}/try-mail-again": onUser(mayManageUser),
  "GET /users/{user_id}/erasure": onUser(mayEraseUser),
  "POST /users/{user_id}/erasure": onUser(mayEraseUser),
  "GET /users/{user_id}/addresses": onUser(mayEditAddresses),
  "POST /users/{user_id}/addresses": onUser(mayEditAddresses),
  "DELETE /users/{user_id}/addresses/{address}": onUser(mayEditAddresses),
  "PATCH /users/{user_id}": onUser((actor, user) => user.id === actor.id || mayManageUser(actor, user)),
  "DELETE /users/{user_id}": onUser(mayDeleteUser),
  "POST /users/{user_id}/change-password": ownAccount,
  "POST /users/{user_id}/change-email": ownAccount,
  "GET /roles": onRole,
  "GET /roles/{role_id}/permissions": onRole,
  "GET /companies": withDeletedCompanies("List deleted companies"),
  "GET /companies/export": withDeletedCompanies("Download deleted companies as CSV"),
  "GET /companies/{company_id}": {
    on: "company",
    may: (actor, { company }) => mayReadCompany(actor, company),
  },
  "PATCH /companies/{company_id}": {
    on: "company",
    may: (actor, { company }) => mayEditCompany(actor, company),
    parts: {
      "sharing, which is the provider's to set": {
        label: "Change its name, state, sharing and urgent tickets",
        may: (actor) => hasPermission(actor, "companies.edit"),
      },
    },
  },
  "PATCH /groups/{group_id}": {
    on: "team",
    may: (actor, { team }) => mayManageMembers(actor, team),
    parts: { name: { label: "Rename it", may: mayManageTeams } },
  },
};

function withDeletedUsers(label: string): OperationRule {
  return { ...onUser(mayReadUser), parts: { "the deleted": { label, may: maySeeDeletedUser } } };
}

function maySeeDeletedUser(actor: Actor, { user }: Sample): boolean {
  return maySeeDeletedUsers(actor) && mayReadUser(actor, user);
}

function withDeletedCompanies(label: string): OperationRule {
  return {
    on: "company",
    may: (actor, { company }) => mayReadCompany(actor, company),
    parts: { "the deleted": { label, may: maySeeDeletedCompanies } },
  };
}
