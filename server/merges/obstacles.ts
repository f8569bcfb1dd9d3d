import { anyOf } from "#server/lib/any-of.ts";
import type { Db } from "#server/lib/request-context.ts";
import { type Refusal, refuse } from "#server/lib/refusal.ts";
import { readTies } from "#server/links/ties.ts";
import type { TicketRecord } from "#server/tickets/read.ts";
import type { Family } from "./family.ts";
import { obstacleOfIncidents } from "./incident-obstacles.ts";

/**
 * Why each of the others cannot become part of the ticket that stays, in their order; null where it can (rule 831). What one
 * brings of incidents is asked beside those before it that can.
 */
export async function findObstacles(
  db: Db,
  { kept, others }: Family,
  companies: ReadonlyMap<string, string>,
): Promise<(Refusal | null)[]> {
  const ties = await readTies(
    db,
    [kept, ...others].map(({ id }) => id),
  );
  const parts = [kept];
  return others.map((ticket) => {
    const obstacle = obstacleTo(kept, ticket, companies) ?? obstacleOfIncidents(parts, ticket, ties);
    if (!obstacle) parts.push(ticket);
    return obstacle;
  });
}

function obstacleTo(
  kept: TicketRecord,
  ticket: TicketRecord,
  companies: ReadonlyMap<string, string>,
): Refusal | null {
  const { uid } = ticket;
  if (ticket.id === kept.id) return refuse(409, "merge.into_itself");
  if (ticket.merged_into_id !== null) return refuse(409, "merge.merged_already", { params: { uid } });
  if (ticket.deleted) return refuse(409, "merge.in_trash", { params: { uid } });
  return obstacleOfCompany(kept, ticket, companies) ?? obstacleOfSecrecy(kept, ticket);
}

function obstacleOfCompany(
  kept: TicketRecord,
  ticket: TicketRecord,
  companies: ReadonlyMap<string, string>,
): Refusal | null {
  if (kept.company_id === ticket.company_id) return null;
  const without = [kept, ticket].find(({ company_id }) => company_id === null);
  if (without) return refuse(409, "merge.without_company", { params: { uid: without.uid } });
  const nameOf = ({ company_id }: TicketRecord) => companies.get(company_id ?? "") ?? "";
  return refuse(409, "merge.other_company", {
    params: { uid: ticket.uid, company: nameOf(ticket), kept: kept.uid, kept_company: nameOf(kept) },
  });
}

function obstacleOfSecrecy(kept: TicketRecord, ticket: TicketRecord): Refusal | null {
  return kept.confidential === ticket.confidential ? null : refuse(409, "merge.confidential");
}

/** Reads the names of the tickets' companies, by their ids. */
export async function readCompanyNames(
  db: Db,
  tickets: readonly TicketRecord[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("companies")
    .select(["id", "name"])
    .where("id", "=", anyOf(tickets.map(({ company_id }) => company_id)))
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
