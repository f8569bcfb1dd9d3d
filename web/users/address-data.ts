import { queryOptions } from "@tanstack/react-query";
import { userKeys } from "#contract/query-keys.ts";
import { api } from "#web/lib/api/api-client.ts";
import { queryClient } from "#web/lib/api/query-client.ts";
import { ADDRESSES_MESSAGES as MESSAGES } from "./messages.ts";

export const addressesQuery = (user_id: string) =>
  queryOptions({
    queryKey: userKeys.addresses(user_id),
    queryFn: ({ signal }) =>
      api("GET /users/{user_id}/addresses", {
        params: { user_id },
        signal,
        fallback: MESSAGES.failedToFetch,
      }),
  });

/** The form says itself why it failed. */
export async function addAddress(user_id: string, address: string): Promise<void> {
  await api("POST /users/{user_id}/addresses", { params: { user_id }, body: { address } });
  await refreshAddresses(user_id);
}

export async function removeAddress(user_id: string, address: string): Promise<void> {
  await api("DELETE /users/{user_id}/addresses/{address}", { params: { user_id, address } });
  await refreshAddresses(user_id);
}

function refreshAddresses(user_id: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: userKeys.addresses(user_id) });
}
