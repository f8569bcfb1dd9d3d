import type { z } from "zod";
import type { CompanyFilters } from "#contract/companies.ts";
import { formatCsvRecord } from "#server/lib/csv.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { listAllCompanies } from "./read.ts";

const COLUMNS = [
  "name",
  "description",
  "email",
  "phone",
  "users",
  "teams",
  "status",
  "sharing",
  "urgent",
  "created",
  "deleted",
];

/** Exports every company that the list shows with these filters as CSV: a provider has hundreds, so they are read at once. */
export async function exportCompanies(
  ctx: Ctx,
  query: z.output<typeof CompanyFilters>,
): Promise<AsyncGenerator<string>> {
  return formatRecords(await listAllCompanies(ctx, query));
}

async function* formatRecords(
  companies: Awaited<ReturnType<typeof listAllCompanies>>,
): AsyncGenerator<string> {
  yield formatCsvRecord(COLUMNS);
  for (const company of companies)
    yield formatCsvRecord([
      company.name,
      company.description,
      company.contact_email,
      company.contact_phone,
      String(company.user_count),
      String(company.group_count),
      company.is_active ? "active" : "inactive",
      company.sharing,
      company.urgent_allowed ? "allowed" : "switched off",
      company.created_at,
      company.deleted_at,
    ]);
}
