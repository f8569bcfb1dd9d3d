import { anyOf } from "#server/lib/any-of.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { selectRows } from "#server/comments/scheduled/read.ts";
import { findOutsideReaders, type OutsideReaders } from "#server/comments/scheduled/readers.ts";
import type { Family } from "./family.ts";

/**
 * Counts the answers that wait on the tickets of a family, as far as the caller knows of them: those that come along and go
 * out on the one that stays, and those that the merge stops, since others would read them there (rule 844).
 */
export async function countWaiting(ctx: Ctx, { kept, others }: Family) {
  const ids = [kept, ...others].map(({ id }) => id);
  const rows = await selectRows(ctx.db)
    .where("s.ticket_id", "=", anyOf(ids))
    .where("s.state", "=", "waiting")
    .where((eb) => eb.or([eb("s.hold", "=", false), eb("s.author_id", "=", ctx.actor.id)]))
    .execute();
  const found = new Map<string, OutsideReaders>();
  const count = { goes_out: 0, stops: 0 };
  for (const { ticket_id, author_id, visibility, readers } of rows) {
    // oxlint-disable-next-line no-await-in-loop
    const after = found.get(author_id) ?? (await findReadersOfAll(ctx, ids, author_id));
    found.set(author_id, after);
    const isOther = Object.entries(after).some(([id, company]) => readers[id] !== company);
    if (visibility === "public" && isOther) count.stops += 1;
    else if (ticket_id !== kept.id) count.goes_out += 1;
  }
  return count;
}

/** Whoever from outside gets an answer on one of the tickets gets it on the one that stays. */
async function findReadersOfAll(
  { db }: Ctx,
  ticketIds: readonly string[],
  author_id: string,
): Promise<OutsideReaders> {
  const all: OutsideReaders = {};
  for (const ticket_id of ticketIds)
    // oxlint-disable-next-line no-await-in-loop
    Object.assign(all, await findOutsideReaders(db, { ticket_id, author_id, visibility: "public" }));
  return all;
}
