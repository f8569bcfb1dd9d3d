import { sql, type SelectQueryBuilder, type Selectable } from "kysely";
import { hasPermission } from "#contract/access/actor.ts";
import type { Tables } from "#server/db/tables.ts";
import type { Ctx, Db } from "#server/lib/request-context.ts";

/** Characters of the text that a list shows. */
const EXCERPT = 200;

type MailQuery = SelectQueryBuilder<Tables, "incoming_mails", Selectable<Tables["incoming_mails"]>>;

/** Selects mails as a list shows them, out of a selection that is called `m`. */
export function selectListed(ctx: Pick<Ctx, "db" | "actor">, mails: MailQuery) {
  // Where the ticket was merged meanwhile its number has moved on to where the conversation is (rule 1049).
  // A ticket in the trash is known to those alone who can bring it back.
  const seesTrash = hasPermission(ctx.actor, "tickets.restore");
  return ctx.db
    .selectFrom(mails.as("m"))
    .leftJoin("users as sender", "sender.id", "m.user_id")
    .leftJoin("mailboxes as box", "box.id", "m.mailbox_id")
    .leftJoin("tickets as named", "named.id", "m.ticket_id")
    .leftJoin("ticket_numbers as place", "place.number", "named.number")
    .leftJoin("tickets as t", (join) =>
      join
        .onRef("t.id", "=", "place.ticket_id")
        .$call((on) => (seesTrash ? on : on.on("t.deleted_at", "is", null))),
    )
    .leftJoin("companies as c", (join) =>
      join.onRef("c.id", "=", "m.suggested_company_id").on("c.deleted_at", "is", null),
    )
    .leftJoin("principals as decider", "decider.id", "m.decided_by")
    .select([
      "m.id",
      "m.position",
      "m.state",
      "m.kind",
      "m.reason",
      "m.detail",
      "m.subject",
      "m.from_address",
      "m.from_name",
      "m.user_id",
      "sender.fullname as sender_fullname",
      "sender.user_type as sender_type",
      "m.proof",
      "m.mailbox_id",
      "box.address as mailbox_address",
      "t.id as ticket_id",
      "t.uid as ticket_uid",
      "t.subject as ticket_subject",
      "c.id as company_id",
      "c.name as company_name",
      sql<boolean>`exists (select from company_domains d where d.company_id = c.id and d.verified_at is not null
        and d.domain = split_part(m.from_address, '@', 2))`.as("company_verified"),
      sql<string>`left(coalesce(m.words, ''), ${sql.lit(EXCERPT)})`.as("excerpt"),
      sql<number>`case jsonb_typeof(m.files) when 'array' then jsonb_array_length(m.files) else 0 end`.as(
        "file_count",
      ),
      "m.received_at",
      "m.decided_at",
      "decider.name as decided_by_fullname",
    ]);
}

export type ListedRow = Awaited<ReturnType<ReturnType<typeof selectListed>["executeTakeFirstOrThrow"]>>;

/** One mail as a selection for `selectListed`. */
export function oneMail(db: Db, id: string): MailQuery {
  return db.selectFrom("incoming_mails").selectAll().where("id", "=", id);
}
