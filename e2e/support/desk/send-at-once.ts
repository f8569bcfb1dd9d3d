import { request } from "@playwright/test";
import { callAs } from "../people/api-as.ts";

const STAFF = ["maren", "rafael", "lena", "idris"] as const;

/** Lets the answers of the demo's staff go out at once: stories about something else do not wait for second thoughts. */
export async function sendAtOnce(address: string): Promise<void> {
  const client = await request.newContext({ baseURL: address });
  for (const name of STAFF) {
    // oxlint-disable-next-line no-await-in-loop
    const call = await callAs(client, name);
    // oxlint-disable-next-line no-await-in-loop
    const { status } = await call("PATCH", "/settings/notifications", { undo_send_seconds: 0 });
    if (status !== 200) throw new Error(`${name} could not be let send at once: ${status}`);
  }
  await client.dispose();
}
