import { sql, type SelectQueryBuilder } from "kysely";
import type { z } from "zod";
import type { retention } from "#contract/retention.ts";
import { hasEndedBefore } from "#server/auth/prune-secrets.ts";
import type { Ctx, Db } from "#server/lib/request-context.ts";
import { selectOldIncoming, selectOldOriginals } from "#server/incoming/prune.ts";
import { selectHistoryToPrune } from "#server/lib/work/prune-history.ts";
import { selectOldMails } from "#server/lib/work/prune-mails.ts";
import { daysBefore } from "#server/settings/retention-times.ts";
import { selectExpired } from "#server/tickets/change/erase-ticket-texts.ts";

type Asked = z.output<typeof retention.preview.query>;

/** Rows after which counting ends: who sees that many does not need the exact number. */
const MOST = 10_000;

/** Counts what the next night would take if things were kept for so many days; without a number nothing goes. */
export async function previewRetention(ctx: Ctx, asked: Asked) {
  const { db, now } = ctx;
  const count = async (days: number | undefined, select: (before: Date) => Rows) =>
    days === undefined ? NOTHING : countUpTo(db, select(daysBefore(now, days)));
  return {
    tickets: await count(asked.trash_days, (before) => selectExpired(db, before).select(ONE)),
    sessions: await count(asked.session_days, (before) =>
      db.selectFrom("sessions").where(hasEndedBefore(before)).select(ONE),
    ),
    mails: await count(asked.mail_days, (before) => selectOldMails(db, before).select(ONE)),
    audit_entries: await count(asked.audit_days, (before) => selectHistoryToPrune(db, before).select(ONE)),
    incoming_mails: await countUpTo(db, selectOldIncoming(db, now).select(ONE)),
    originals: await count(asked.mail_keep_originals_days, (before) =>
      selectOldOriginals(db, before).select(ONE),
    ),
  };
}

const NOTHING = { count: 0, is_capped: false };
const ONE = sql<number>`1`.as("one");
// Of whatever table: only how many there are is asked.
// oxlint-disable-next-line typescript/no-explicit-any
type Rows = SelectQueryBuilder<any, any, { one: number }>;

async function countUpTo(db: Db, rows: Rows): Promise<{ count: number; is_capped: boolean }> {
  const { found } = await db
    .selectFrom(rows.limit(sql.lit(MOST + 1)).as("found"))
    .select((eb) => eb.fn.countAll<number>().as("found"))
    .executeTakeFirstOrThrow();
  return { count: Math.min(found, MOST), is_capped: found > MOST };
}
