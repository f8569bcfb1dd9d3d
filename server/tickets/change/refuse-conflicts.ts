import { sql } from "kysely";
import { TICKET_FIELDS, type TicketField } from "#contract/access/tickets.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { refuse } from "#server/lib/refusal.ts";
import { findNames } from "../names-by-id.ts";
import { getTicket, type TicketRecord } from "../read.ts";
import type { Fields } from "./save-ticket.ts";

type Change = { before: Fields; after: Fields; at: Date; by: string | null };

/**
 * Refuses 409 with both values where somebody changed the same field since `baseVersion`; changes of other fields
 * merge silently (rule 47). A field that was changed and changed back is no conflict.
 */
export async function refuseConflicts(
  ctx: Ctx,
  ticket: TicketRecord,
  fields: Fields,
  baseVersion: number | undefined,
): Promise<void> {
  if (baseVersion === undefined || baseVersion === ticket.version) return;
  if (baseVersion > ticket.version || baseVersion < 1) throw refuse(422, "ticket.base_version_unknown");
  const changes = await readChangesSince(ctx, ticket.id, baseVersion);
  const conflicts = TICKET_FIELDS.flatMap((field) => findConflict(field, ticket, fields, changes));
  if (conflicts.length === 0) return;
  const names = await findNames(
    ctx.db,
    conflicts.flatMap(({ yours, theirs }) => [yours, theirs]),
  );
  const label = (value: string | null) => (value === null ? null : (names.get(value) ?? value));
  throw refuse(409, "ticket.changed_meanwhile", {
    extensions: {
      conflicts: conflicts.map((each) => ({
        ...each,
        yours_label: label(each.yours),
        theirs_label: label(each.theirs),
      })),
      ticket: await getTicket(ctx, ticket.id),
    },
  });
}

function findConflict(field: TicketField, ticket: TicketRecord, fields: Fields, changes: Change[]) {
  const yours = fields[field];
  const touching = changes.filter(({ after }) => field in after);
  const last = touching.at(-1);
  if (yours === undefined || !last || touching[0]?.before[field] === ticket[field]) return [];
  return [{ field, yours, theirs: ticket[field], by: last.by, at: last.at.toISOString() }];
}

async function readChangesSince(ctx: Ctx, id: string, version: number): Promise<Change[]> {
  const { rows } = await sql<Change>`
    select coalesce(h.before, '{}') as before, h.after, h.occurred_at as at, coalesce(u.fullname, p.name) as by
    from history h join principals p on p.id = h.principal_id left join users u on u.id = p.id
    where h.entity = 'ticket' and h.entity_id = ${id} and (h.after ->> 'version')::int > ${version}
    order by h.seq`.execute(ctx.db);
  return rows;
}
