import { api } from "./api-client.ts";
import { ApiError, refusalOf } from "./api-error.ts";
import { sessionNow } from "./session-state.ts";

/** Reads bytes from an address of the API, whose client gives text and JSON alone. Rejects with an `ApiError`. */
export async function fetchBytes(
  address: string,
  { failed, signal }: { failed: string; signal?: AbortSignal },
): Promise<Blob> {
  const get = () => fetch(address, { signal, headers: authorization() });
  const first = await get().catch((error: unknown) => unreached(error, failed));
  // Any call through the client renews the token when its time is over.
  const response = first.status === 401 ? await api("GET /auth/me").then(get) : first;
  if (!response.ok) throw await refusalOf(response, failed);
  return response.blob();
}

/** The header that a request of one's own needs. */
export function authorization(): Record<string, string> {
  const { token } = sessionNow();
  return token ? { authorization: `Bearer ${token}` } : {};
}

function unreached(error: unknown, failed: string): never {
  throw error instanceof TypeError ? new ApiError(failed) : error;
}
