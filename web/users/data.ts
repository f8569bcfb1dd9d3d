import { roleLabel } from "#contract/labels.ts";
import { userKeys } from "#contract/query-keys.ts";
import { api, type BodyOf, type ReplyOf } from "#web/lib/api/api-client.ts";
import { DIRECTORY_PAGE, useDirectory } from "#web/lib/directory/use-directory.ts";
import { type DirectorySearch, sortingOf } from "#web/lib/directory/directory-search-params.ts";
import { LANGUAGE } from "#web/lib/language.ts";
import { queryClient } from "#web/lib/api/queries.ts";
import { toastOutcome } from "#web/ui/feedback/toast-outcome.ts";
import type { USER_COLUMNS } from "./list/user-search-params.ts";
import {
  CREATE_USER_MESSAGES,
  EDIT_USER_MESSAGES,
  INVITE_USER_MESSAGES,
  RESET_FACTOR_MESSAGES,
  USER_ACT_MESSAGES,
  USERS_MESSAGES,
} from "./messages.ts";

export type User = ReplyOf<"GET /users/{user_id}">;
export type UserType = User["user_type"];
export type NewUser = BodyOf<"POST /users">;
export type Invite = BodyOf<"POST /users/invite">;
export type UserChange = BodyOf<"PATCH /users/{user_id}">;

export type UserColumn = (typeof USER_COLUMNS)[number];
export type UserSearch = DirectorySearch<UserColumn>;

/** The users of a kind, as searched and sorted: staff ask for internal ones, clients for external ones (rule 287). */
export function useUserList(userType: UserType, search: UserSearch) {
  return useDirectory<User, UserColumn>({
    key: userKeys.list(userType, search.search ?? ""),
    fetchPage: async ({ signal, ...ask }) => {
      const query = { search: search.search, user_type: userType, page_size: DIRECTORY_PAGE, ...ask };
      const { users, meta } = await api("GET /users", {
        query,
        signal,
        fallback: USERS_MESSAGES.failedToFetch,
      });
      return { rows: users, meta };
    },
    sorting: sortingOf(search, "fullname"),
    usual: { sort: "fullname", order: "asc" },
    cell: cellOf,
    name: (user) => user.fullname,
  });
}

/** The display names of a user's roles, in the alphabet's order: the first one sorts the row (rule 172). */
export function roleLabels(user: Pick<User, "roles">): string[] {
  return user.roles.map((role) => roleLabel(role.name)).toSorted((a, b) => a.localeCompare(b, LANGUAGE));
}

export function refreshUsers(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: userKeys.all() });
}

export async function createUser(body: NewUser, idempotencyKey: string) {
  // A created user whose invitation failed gets the plain words; the row says "Invite not sent" (rules 114 and 291).
  const done = (user: { invite_state: User["invite_state"] }) =>
    body.sendInvite && user.invite_state !== "not_sent"
      ? CREATE_USER_MESSAGES.doneAndInvited
      : CREATE_USER_MESSAGES.done;
  const user = await toastOutcome(api("POST /users", { body, idempotencyKey }), {
    done,
    failed: CREATE_USER_MESSAGES.failed,
  });
  void refreshUsers();
  return user;
}

export async function inviteUser(body: Invite, idempotencyKey: string) {
  const user = await toastOutcome(api("POST /users/invite", { body, idempotencyKey }), INVITE_USER_MESSAGES);
  void refreshUsers();
  return user;
}

export async function changeUser(id: string, body: UserChange) {
  const user = await toastOutcome(
    api("PATCH /users/{user_id}", { params: { user_id: id }, body }),
    EDIT_USER_MESSAGES,
  );
  void refreshUsers();
  return user;
}

/** Hours that an invitation sent again from its row lasts (rule 289). */
const RESEND_HOURS = 72;

export async function sendInvite(id: string) {
  const call = api("POST /users/{user_id}/send-invite", {
    params: { user_id: id },
    query: { expires_in_hours: RESEND_HOURS },
  });
  const { invite_link } = await toastOutcome(call, {
    done: USER_ACT_MESSAGES.inviteDone,
    failed: USER_ACT_MESSAGES.failedToInvite,
  });
  void refreshUsers();
  return invite_link;
}

export async function resetSecondFactor(id: string) {
  const call = api("POST /users/{user_id}/reset-second-factor", { params: { user_id: id } });
  await toastOutcome(call, RESET_FACTOR_MESSAGES);
  void refreshUsers();
}

export async function deleteUser(id: string) {
  await toastOutcome(api("DELETE /users/{user_id}", { params: { user_id: id } }), {
    done: USER_ACT_MESSAGES.deletedDone,
    failed: USER_ACT_MESSAGES.failedToDelete,
  });
  void refreshUsers();
}

export async function restoreUser(id: string) {
  await toastOutcome(api("POST /users/{user_id}/restore", { params: { user_id: id } }), {
    done: USER_ACT_MESSAGES.restoredDone,
    failed: USER_ACT_MESSAGES.failedToRestore,
  });
  void refreshUsers();
}

function cellOf(user: User, column: UserColumn): string | number | null {
  switch (column) {
    case "fullname":
    case "email":
      return user[column];
    case "role":
      return roleLabels(user)[0] ?? null;
    case "company":
      return user.company_name ?? user.company_id;
    case "status":
      return user.deleted_at ? USERS_MESSAGES.deleted : USERS_MESSAGES.active;
    case "last_online":
      return user.last_online && Date.parse(user.last_online);
    default:
      return null;
  }
}
