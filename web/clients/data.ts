import { api, type BodyOf } from "../lib/api.ts";
import { told } from "../ui/told.ts";
import { refreshUsers } from "../users/data.ts";
import {
  DELETE_CLIENT_WORDS,
  EDIT_CLIENT_WORDS,
  INVITE_CLIENT_WORDS,
  RESTORE_CLIENT_WORDS,
} from "./words.ts";

export async function inviteClient(body: BodyOf<"POST /users/invite">, idempotencyKey: string) {
  const client = await told(api("POST /users/invite", { body, idempotencyKey }), INVITE_CLIENT_WORDS);
  void refreshUsers();
  return client;
}

export async function changeClient(id: string, body: BodyOf<"PATCH /users/{user_id}">) {
  await told(api("PATCH /users/{user_id}", { params: { user_id: id }, body }), EDIT_CLIENT_WORDS);
  void refreshUsers();
}

export async function deleteClient(id: string) {
  await told(api("DELETE /users/{user_id}", { params: { user_id: id } }), DELETE_CLIENT_WORDS);
  void refreshUsers();
}

export async function restoreClient(id: string) {
  await told(api("POST /users/{user_id}/restore", { params: { user_id: id } }), RESTORE_CLIENT_WORDS);
  void refreshUsers();
}
