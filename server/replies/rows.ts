import { sql } from "kysely";
import { maySeeReplies } from "#contract/access/replies.ts";
import { LIMITS } from "#contract/limits.ts";
import type { Language } from "#contract/languages.ts";
import type { Asked } from "#server/lib/db/build-once.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { refuse } from "#server/lib/refusal.ts";
import { visibleReplies } from "#server/macros/used-reply.ts";
import { daysBefore } from "#server/settings/retention-times.ts";

export type ReplyRow = Awaited<ReturnType<ReturnType<typeof replyQuery>["executeTakeFirstOrThrow"]>>;

/** Selects from the saved replies that the caller sees, deleted ones too. Refuses 403 for clients. */
export function visibleReplyQuery({ actor, db }: Pick<Asked, "actor" | "db">) {
  if (!maySeeReplies(actor)) throw refuse(403, "auth.not_allowed");
  return db.selectFrom("saved_replies as r").where(visibleReplies(actor));
}

/** The same with all that is shown of them. */
export function replyQuery(ctx: Ctx) {
  return visibleReplyQuery(ctx)
    .innerJoin("principals as owner", "owner.id", "r.owner_id")
    .leftJoin("groups as team", "team.id", "r.group_id")
    .innerJoinLateral(usesOf(ctx), (join) => join.onTrue())
    .select([
      "r.id",
      "r.name",
      "r.audience",
      "r.group_id",
      "team.name as group_name",
      "r.owner_id",
      "owner.name as owner_fullname",
      "r.visibility",
      "r.effects",
      "r.version",
      "r.created_at",
      "r.updated_at",
      "r.deleted_at",
      sql<
        Language[]
      >`array(select x.language from saved_reply_texts x where x.reply_id = r.id order by x.position)`.as(
        "languages",
      ),
      "used.uses",
      "used.last_used",
      "used.my_last_used",
    ]);
}

type Uses = { uses: number; last_used: string | null; my_last_used: string | null };

/** How often `r` was used of late, and when last: one look at its days for all three. */
function usesOf({ actor, now }: Ctx) {
  return sql<Uses>`(
    select coalesce(sum(uses) filter (where day > ${daysBefore(now, LIMITS.replyUseDays)}::date), 0)::int as uses,
      max(day)::text as last_used, max(day) filter (where user_id = ${actor.id})::text as my_last_used
    from saved_reply_uses where reply_id = r.id)`.as<"used">(sql`used`);
}

/** The beginning of the text of `r` in a language, else of its first one. */
export function snippetIn(language: Language | null) {
  return sql<string>`coalesce((select left(x.body, ${sql.lit(LIMITS.replySnippet)}) from saved_reply_texts x
    where x.reply_id = r.id order by x.language = ${language ?? ""}::text desc, x.position limit 1), '')`;
}
