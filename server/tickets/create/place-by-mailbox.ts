import { recordEvent, type RecordingCtx } from "#server/lib/work/history.ts";

/**
 * Gives a new ticket the team of the mailbox that it came by, as an event of its own: the mailbox's deed, since its sender
 * may assign nothing. A team that is gone is no team.
 */
export async function placeByMailbox(
  ctx: RecordingCtx,
  ticketId: string,
  mailbox: { id: string; group_id: string | null },
): Promise<void> {
  if (mailbox.group_id === null) return;
  const placed = await ctx.db
    .updateTable("tickets")
    .set((eb) => ({ group_id: mailbox.group_id, version: eb("version", "+", 1) }))
    .where("id", "=", ticketId)
    .where("group_id", "is", null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("groups as g")
          .select("g.id")
          .where("g.id", "=", mailbox.group_id)
          .where("g.deleted_at", "is", null),
      ),
    )
    .returning(["company_id", "version"])
    .executeTakeFirst();
  if (!placed) return;
  await recordEvent(ctx, {
    id: ticketId,
    kind: "ticket.changed",
    by: mailbox.id,
    companyId: placed.company_id,
    before: { group_id: null },
    after: { group_id: mailbox.group_id, version: placed.version },
  });
}
