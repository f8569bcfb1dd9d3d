import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { ticketKeys, userKeys } from "#contract/query-keys.ts";
import { roleLabel } from "#contract/labels.ts";
import { isRefusal } from "#web/lib/api/api-error.ts";
import { api, type BodyOf, type ReplyOf } from "#web/lib/api/api-client.ts";
import { DIRECTORY_PAGE, useDirectory } from "#web/lib/directory/use-directory.ts";
import { type DirectorySearch, sortingOf } from "#web/lib/directory/directory-search-params.ts";
import { atLeastCountText } from "#web/lib/format.ts";
import type { Submission } from "#web/lib/form/submission-key.ts";
import { LANGUAGE } from "#web/lib/language.ts";
import { queryClient } from "#web/lib/api/query-client.ts";
import { toastOutcome } from "#web/ui/feedback/toast-outcome.ts";
import type { USER_COLUMNS } from "./list/user-search-params.ts";
import {
  CREATE_USER_MESSAGES,
  ERASE_MESSAGES,
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

/** Everybody whom the list shows, as CSV. */
export function fetchUsersCsv(userType: UserType, search: UserSearch, signal: AbortSignal): Promise<string> {
  return api("GET /users/export", { query: { user_type: userType, ...search }, signal });
}

/** The display names of a user's roles, in the alphabet's order: the first one sorts the row (rule 172). */
export function roleLabels(user: Pick<User, "roles">): string[] {
  return user.roles.map((role) => roleLabel(role.name)).toSorted((a, b) => a.localeCompare(b, LANGUAGE));
}

export function refreshUsers(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: userKeys.all() });
}

export function useCreateUser() {
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: Submission<NewUser>) =>
      toastOutcome(api("POST /users", { body, idempotencyKey }), {
        done: (created) => (body.sendInvite ? invitedMessage(created) : CREATE_USER_MESSAGES.done),
        failed: CREATE_USER_MESSAGES.failed,
      }),
    onSuccess: () => void refreshUsers(),
  });
}

/**
 * A link in the answer says that nobody mails it (rule 622). A created user whose invitation failed gets the plain words;
 * the row says "Invite not sent" (rules 114 and 291).
 */
function invitedMessage({ invite_state, invite_link }: ReplyOf<"POST /users">): string {
  if (invite_link) return CREATE_USER_MESSAGES.doneAndReady;
  return invite_state === "not_sent" ? CREATE_USER_MESSAGES.done : CREATE_USER_MESSAGES.doneAndInvited;
}

export function useInviteUser() {
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: Submission<Invite>) =>
      toastOutcome(api("POST /users/invite", { body, idempotencyKey }), INVITE_USER_MESSAGES),
    onSuccess: () => void refreshUsers(),
  });
}

export function useChangeUser(
  id: string,
  words: { done: string; failed: string | ((message: string) => string) },
) {
  return useMutation({
    mutationFn: ({ body }: Submission<UserChange>) =>
      toastOutcome(api("PATCH /users/{user_id}", { params: { user_id: id }, body }), words),
    onSuccess: () => void refreshUsers(),
    // What somebody else has saved is shown beside what was typed.
    onError: (error) => void (isRefusal(error, "request.changed_meanwhile") && refreshUsers()),
  });
}

/** How many open tickets become unassigned with a user, as text; null while that is not known. Clients are assigned none. */
export function useOpenTicketsOf({ id, user_type }: User): string | null {
  const query = { assignee_id: id, active: "true", per_page: 1 } as const;
  const { data } = useQuery({
    queryKey: ticketKeys.picker(query),
    queryFn: ({ signal }) => api("GET /tickets", { query, signal }),
    enabled: user_type === "internal",
    staleTime: 0,
  });
  if (user_type === "external") return "0";
  return data ? atLeastCountText(data.meta.total, data.meta.total_is_capped) : null;
}

/** Hours that an invitation sent again from its row lasts (rule 289). */
const RESEND_HOURS = 72;

/** The link of an invitation that nobody mails. */
export type InviteLink = { to: string; link: string };

/** Sends an invitation again; `onLink` gets the link if no mail server sends it. */
export function useSendInvite(onLink: (link: InviteLink) => void) {
  return useMutation({
    mutationFn: ({ id }: Pick<User, "id" | "email">) =>
      toastOutcome(
        api("POST /users/{user_id}/send-invite", {
          params: { user_id: id },
          query: { expires_in_hours: RESEND_HOURS },
        }),
        { done: USER_ACT_MESSAGES.inviteDone, failed: USER_ACT_MESSAGES.failedToInvite },
      ),
    onSuccess: ({ invite_link: link }, { email }) => {
      void refreshUsers();
      if (link) onLink({ to: email, link });
    },
  });
}

export function useResetSecondFactor() {
  return useMutation({
    mutationFn: (id: string) =>
      toastOutcome(
        api("POST /users/{user_id}/reset-second-factor", { params: { user_id: id } }),
        RESET_FACTOR_MESSAGES,
      ),
    onSuccess: () => void refreshUsers(),
  });
}

export type ErasureReceipt = ReplyOf<"POST /users/{user_id}/erasure">;
export type Erasure = ReplyOf<"GET /users/{user_id}/erasure">;

/** What erasing somebody would take away now. */
export function erasureQuery(id: string) {
  return queryOptions({
    queryKey: userKeys.erasure(id),
    queryFn: ({ signal }) =>
      api("GET /users/{user_id}/erasure", {
        params: { user_id: id },
        signal,
        fallback: ERASE_MESSAGES.failed,
      }),
    staleTime: 0,
    gcTime: 0,
  });
}

/** Its success is the receipt that is shown, instead of a toast. */
export function useEraseUser() {
  return useMutation({
    mutationFn: (id: string) =>
      toastOutcome(api("POST /users/{user_id}/erasure", { params: { user_id: id } }), {
        failed: ERASE_MESSAGES.failed,
      }),
    onSuccess: () => void refreshUsers(),
  });
}

export function useDeleteUser() {
  return useMutation({
    mutationFn: (id: string) =>
      toastOutcome(api("DELETE /users/{user_id}", { params: { user_id: id } }), {
        done: USER_ACT_MESSAGES.deletedDone,
        failed: USER_ACT_MESSAGES.failedToDelete,
      }),
    onSuccess: () => void refreshUsers(),
  });
}

export function useRestoreUser() {
  return useMutation({
    mutationFn: (id: string) =>
      toastOutcome(api("POST /users/{user_id}/restore", { params: { user_id: id } }), {
        done: USER_ACT_MESSAGES.restoredDone,
        failed: USER_ACT_MESSAGES.failedToRestore,
      }),
    onSuccess: () => void refreshUsers(),
  });
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
