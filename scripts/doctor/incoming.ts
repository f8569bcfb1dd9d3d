import type { Pool } from "pg";
import type { Config } from "#server/config.ts";
import { openSealingKey } from "#server/lib/crypto/sealing-key.ts";
import { canOpenSecret } from "#server/mailboxes/secrets.ts";
import { fine, type Finding, note } from "./finding.ts";

/** Mail that waits to be read, mailboxes that are away, and their secrets. */
export async function incomingFindings(pool: Pool, config: Config): Promise<Finding[]> {
  return [await stored(pool), ...(await mailboxes(pool)), ...(await secrets(pool, config))];
}

async function stored(pool: Pool): Promise<Finding> {
  const { rows } = await pool.query<{ late: number; failed: number }>(`select
    count(*) filter (where state = 'stored' and received_at < now() - interval '10 minutes')::int as late,
    count(*) filter (where state = 'failed')::int as failed
    from incoming_mails where state in ('stored', 'failed')`);
  const { late = 0, failed = 0 } = rows[0] ?? {};
  if (late > 0)
    return note("incoming mail", `${late} were stored over 10 minutes ago and not read: read the log.`);
  if (failed > 0) return note("incoming mail", `${failed} could not be read: see Incoming mail, Failed.`);
  return fine("incoming mail", "none waits to be read");
}

async function mailboxes(pool: Pool): Promise<Finding[]> {
  const { rows } = await pool.query<{ address: string; state: string; since: Date }>(`select
    address, state, state_since as since from mailboxes where deleted_at is null order by address`);
  const away = rows.filter(({ state }) => state === "unreachable" || state === "sign_in_refused");
  if (rows.length > 0 && away.length === 0) return [fine("mailboxes", `${rows.length}, none of them away`)];
  return away.map(({ address, state, since }) =>
    note(
      "mailboxes",
      `${address} ${state === "unreachable" ? "cannot be reached" : "is refused the sign-in"} since ${since.toISOString()}: see Settings, Mail.`,
    ),
  );
}

async function secrets(pool: Pool, config: Config): Promise<Finding[]> {
  const { rows } = await pool.query<{ id: string; address: string; kind: string; value: Buffer }>(`select
    b.id, b.address, s.kind, s.value from mailbox_secrets s join mailboxes b on b.id = s.mailbox_id
    where b.deleted_at is null order by b.address`);
  if (rows.length === 0) return [];
  const key = openSealingKey(config).find();
  const lost = rows.filter(({ id, kind, value }) => !canOpenSecret(key, { mailboxId: id, kind, value }));
  if (lost.length === 0) return [fine("mail secrets", `all ${rows.length} can be opened`)];
  const whose = [...new Set(lost.map(({ address }) => address))].join(", ");
  return [
    note(
      "mail secrets",
      `${lost.length} cannot be opened with this key: bring SECRET_KEY or secret.key back, or enter them again for ${whose}.`,
    ),
  ];
}
