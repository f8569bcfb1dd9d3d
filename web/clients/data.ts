import { api, type BodyOf } from "#web/lib/api/api-client.ts";
import { toastOutcome } from "#web/ui/feedback/toast-outcome.ts";
import { refreshUsers } from "#web/users/data.ts";
import {
  DELETE_CLIENT_MESSAGES,
  EDIT_CLIENT_MESSAGES,
  INVITE_CLIENT_MESSAGES,
  RESTORE_CLIENT_MESSAGES,
} from "./messages.ts";

export async function inviteClient(body: BodyOf<"POST /users/invite">, idempotencyKey: string) {
  const client = await toastOutcome(
    api("POST /users/invite", { body, idempotencyKey }),
    INVITE_CLIENT_MESSAGES,
  );
  void refreshUsers();
  return client;
}

export async function changeClient(id: string, body: BodyOf<"PATCH /users/{user_id}">) {
  await toastOutcome(api("PATCH /users/{user_id}", { params: { user_id: id }, body }), EDIT_CLIENT_MESSAGES);
  void refreshUsers();
}

export async function deleteClient(id: string) {
  await toastOutcome(api("DELETE /users/{user_id}", { params: { user_id: id } }), DELETE_CLIENT_MESSAGES);
  void refreshUsers();
}

export async function restoreClient(id: string) {
  await toastOutcome(
    api("POST /users/{user_id}/restore", { params: { user_id: id } }),
    RESTORE_CLIENT_MESSAGES,
  );
  void refreshUsers();
}
