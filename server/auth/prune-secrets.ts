import type { ExpressionBuilder } from "kysely";
import type { Tables } from "#server/db/tables.ts";
import { redactExpiredLinks } from "#server/lib/work/outbox.ts";
import { pruneKeys } from "#server/lib/http/idempotency.ts";
import { pruneLimits } from "#server/lib/guard/rate-limit.ts";
import type { App } from "#server/lib/request-context.ts";
import { readRetention } from "#server/settings/retention-times.ts";
import { prunePendingSecrets } from "./sign-in/second-factor.ts";

const DAY = 24 * 3_600_000;
/** Days that expired rows stay, for investigations. */
const KEPT_DAYS = { accessToken: 1, factorSetup: 1, link: 365, limit: 2, idempotencyKey: 7 };

/** Deletes expired secrets. An active session keeps all its refresh tokens: an old one used again ends it. */
export async function pruneSecrets(app: App): Promise<void> {
  const before = (days: number) => new Date(app.clock.now().getTime() - days * DAY);
  const { db } = app;
  const { session_days: sessionDays } = await readRetention(db);
  const endedBefore = before(sessionDays);
  await db.deleteFrom("access_tokens").where("expires_at", "<", before(KEPT_DAYS.accessToken)).execute();
  // Refresh tokens go with their sessions.
  await db.deleteFrom("sessions").where(hasEndedBefore(endedBefore)).execute();
  await redactExpiredLinks(db, app.clock.now());
  await db.deleteFrom("action_links").where("expires_at", "<", before(KEPT_DAYS.link)).execute();
  await prunePendingSecrets(db, before(KEPT_DAYS.factorSetup));
  await pruneLimits(db, before(KEPT_DAYS.limit));
  await pruneKeys(db, before(KEPT_DAYS.idempotencyKey));
}

/** Whether a session has ended before a moment, by itself or by somebody. */
export function hasEndedBefore(moment: Date) {
  return (eb: ExpressionBuilder<Tables, "sessions">) =>
    eb.or([eb("expires_at", "<", moment), eb("revoked_at", "<", moment)]);
}
