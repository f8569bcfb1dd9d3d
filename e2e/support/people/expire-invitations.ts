import { join } from "node:path";
import { expect } from "@playwright/test";
import { Client } from "pg";
import { attachEmbedded } from "#server/db/embedded/embedded.ts";

/** Lets the time of every invitation to somebody pass, on the desk that all stories share. */
export async function expireInvitations(email: string): Promise<void> {
  const reach = attachEmbedded(join(process.env["E2E_DATA"] ?? "", "data"));
  const client = new Client(reach ?? {});
  await client.connect();
  const { rowCount } = await client.query(
    `update action_links set expires_at = now() - interval '1 minute'
     where purpose = 'invite' and used_at is null and user_id = (select id from users where email = $1)`,
    [email],
  );
  await client.end();
  expect(rowCount).toBeGreaterThan(0);
}
