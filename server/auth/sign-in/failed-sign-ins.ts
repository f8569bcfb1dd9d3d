import { sql } from "kysely";
import { LIMITS } from "#contract/limits.ts";
import type { Ctx, OpenCtx } from "#server/lib/request-context.ts";
import { recordEvent } from "#server/lib/work/history.ts";

const HOUR = 3_600_000;
const SHOWN_DAYS = 30;
const SHOWN = 10;

/**
 * Leaves the traces of a wrong password: a line in the log with network and hash of the address, and an event where
 * the address is somebody's. The answer does not wait for the event, or its time would tell who has an account.
 */
export function traceFailedSignIn(ctx: OpenCtx, addressHash: string, userId: string | undefined): void {
  ctx.app.log.warn(
    { ip: ctx.ip, address_hash: addressHash, request_id: ctx.requestId },
    "sign-in refused: wrong address or password",
  );
  if (userId === undefined) return;
  void recordFailure(ctx, userId).catch((error: unknown) =>
    ctx.app.log.error({ err: error }, "a failed sign-in was not recorded"),
  );
}

/** Records at most `LIMITS.failedSignInsKept` an hour: the history keeps rows for good, and anybody can fail. */
async function recordFailure(ctx: OpenCtx, userId: string): Promise<void> {
  const { count } = await failuresOf(ctx.app.db, userId, new Date(ctx.now.getTime() - HOUR))
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  if (count >= LIMITS.failedSignInsKept) return;
  await recordEvent(
    { ...ctx, db: ctx.app.db, actor: null },
    { id: userId, kind: "user.sign_in_failed", after: { user_agent: ctx.userAgent } },
  );
}

/** Lists the newest failures of the last 30 days at the actor's own account, at most ten. */
export async function listFailedSignIns(ctx: Ctx) {
  const since = new Date(ctx.now.getTime() - SHOWN_DAYS * 24 * HOUR);
  const rows = await failuresOf(ctx.db, ctx.actor.id, since)
    .select(["occurred_at", "ip", "after"])
    .orderBy("seq", "desc")
    .limit(sql.lit(SHOWN))
    .execute();
  return rows.map(({ occurred_at: at, ip, after }) => ({
    at: at.toISOString(),
    ip,
    user_agent: readUserAgent(after),
  }));
}

function failuresOf(db: Ctx["db"], userId: string, since: Date) {
  return db
    .selectFrom("history")
    .where("entity", "=", "user")
    .where("entity_id", "=", userId)
    .where("kind", "=", "user.sign_in_failed")
    .where("occurred_at", ">", since);
}

function readUserAgent(details: unknown): string | null {
  if (typeof details !== "object" || details === null || !("user_agent" in details)) return null;
  return typeof details.user_agent === "string" ? details.user_agent : null;
}
