import type { Ctx } from "#server/lib/request-context.ts";
import { refuse } from "#server/lib/refusal.ts";
import { readTagsOf } from "#server/tags/save-tags.ts";
import { readFollowers } from "#server/tickets/merged/followers.ts";
import { lockTicketsAndMerged, refuseMerged, type TicketRecord } from "#server/tickets/read.ts";

export type Family = { kept: TicketRecord; others: TicketRecord[] };

/**
 * Locks the ticket that is to stay and those that are to become part of it, in the order of ids as everybody does, and
 * returns these in the order of the request. Refuses 404 where one is not there, 409 where the first cannot stay.
 */
export async function lockFamily(ctx: Ctx, keptId: string, ids: readonly string[]): Promise<Family> {
  const wanted = [...new Set(ids)];
  const found = new Map(
    (await lockTicketsAndMerged(ctx, [...new Set([keptId, ...wanted])])).map((ticket) => [ticket.id, ticket]),
  );
  const others = wanted.flatMap((id) => found.get(id) ?? []);
  const kept = found.get(keptId);
  if (!kept || others.length < wanted.length) throw refuse(404, "ticket.not_found");
  await refuseMerged(ctx, kept);
  if (kept.deleted) throw refuse(409, "merge.in_trash", { params: { uid: kept.uid } });
  return { kept, others };
}

/** Reads who is on the tickets of a family, and which tags they have. */
export async function readHeld({ db }: Ctx, { kept, others }: Family) {
  const ids = [kept, ...others].map(({ id }) => id);
  return { followers: await readFollowers(db, ids), tags: await readTagsOf(db, ids) };
}
