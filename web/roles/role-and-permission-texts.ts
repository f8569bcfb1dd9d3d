import { type Permission, PERMISSIONS } from "#contract/access/permissions.ts";
import type { ReplyOf } from "#web/lib/api/api-client.ts";

type PermissionsReply = ReplyOf<"GET /roles/{role_id}/permissions">;

/** Roles with what the desk's catalogue says of them, in the language of this build. */
export function rolesInLanguage<Reply extends { roles: { description: string }[] }>(reply: Reply): Reply {
  return reply;
}

/** One role's permissions in the language of this build. */
export function permissionsInLanguage(reply: PermissionsReply): PermissionsReply {
  return reply;
}

/** "Assign tickets" */
export function permissionLabel(key: Permission): string {
  return PERMISSIONS[key][1];
}
