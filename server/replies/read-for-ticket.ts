import { sql } from "kysely";
import { jsonObjectFrom } from "kysely/helpers/postgres";
import { buildOnce } from "#server/lib/db/build-once.ts";
import { refuse } from "#server/lib/refusal.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { involvedIn, pickReaders } from "#server/tickets/mail/audience.ts";
import { findRoot, toRecord } from "#server/tickets/read.ts";
import { columnsOfT } from "#server/tickets/ticket-columns.ts";
import { loadedReplyQuery, loadReply } from "./load.ts";
import { deskColumns, namedQuery, toDeskFacts, toFacts } from "./values.ts";

/**
 * Reads a saved reply and all that it is filled in with on one ticket, in one statement: whoever writes waits for it. Refuses
 * 404 for either that the caller does not see.
 */
export async function readForTicket(ctx: Ctx, replyId: string, ticketId: string) {
  const [found] = await selectForTicket(ctx, { replyId, ticketId });
  const reply = found?.reply ?? (await loadReply(ctx, replyId));
  const { brand_name, time_zone, involved, followers, ...row } = found ?? missing();
  const ticket = toRecord(row);
  await findRoot(ctx, ticket);
  return {
    reply,
    ticket,
    facts: toFacts(row),
    desk: toDeskFacts(ctx, { brand_name, time_zone }),
    readers: pickReaders(involved, { ...ticket, followers }, ctx.actor.id),
  };
}

function missing(): never {
  throw refuse(404, "ticket.not_found");
}

const selectForTicket = buildOnce((asked, { replyId, ticketId }: { replyId: string; ticketId: string }) =>
  namedQuery(asked)
    .where("t.id", "=", ticketId)
    .select(columnsOfT(asked.actor))
    .select([
      jsonObjectFrom(loadedReplyQuery(asked, replyId)).as("reply"),
      ...deskColumns(asked.db),
      involvedIn(asked.db).as("involved"),
      sql<string[]>`array(select user_id::text from participants where ticket_id = t.id)`.as("followers"),
    ]),
);
