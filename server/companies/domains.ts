import { sql } from "kysely";
import { DOMAINS_PER_COMPANY } from "#contract/companies/domains.ts";
import { readSqlState } from "#server/db/database-error.ts";
import { refuse, refuseField } from "#server/lib/refusal.ts";
import type { Ctx, Db } from "#server/lib/request-context.ts";
import { recordEvent } from "#server/lib/work/history.ts";
import { findCompany } from "./read.ts";
import { lockCompany } from "./write.ts";

export async function listDomains(ctx: Ctx, companyId: string) {
  await findCompany(ctx, companyId);
  return { items: (await queryDomains(ctx.db, companyId).execute()).map(serializeDomain) };
}

/** Refuses 409 for a domain of another company, for the provider's own company, and for more than there may be. */
export async function addDomain(ctx: Ctx, companyId: string, domain: string) {
  const company = await lockLivingCompany(ctx, companyId);
  if (company.is_internal) throw refuse(409, "company.internal_without_domains");
  if (await isOfDesk(ctx.db, domain)) throw refuseField(422, "domain", "incoming.domain_of_desk");
  const { count } = await ctx.db
    .selectFrom("company_domains")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("company_id", "=", companyId)
    .executeTakeFirstOrThrow();
  if (count >= DOMAINS_PER_COMPANY)
    throw refuse(409, "company.domains_full", { params: { max: DOMAINS_PER_COMPANY } });
  await insertDomain(ctx, companyId, domain);
  await recordChange(ctx, companyId, { after: { mail_domain: domain } });
  return getDomain(ctx, companyId, domain);
}

/** The database decides: of two at once the second is refused here. */
async function insertDomain(ctx: Ctx, companyId: string, domain: string): Promise<void> {
  try {
    await ctx.db
      .insertInto("company_domains")
      .values({ domain, company_id: companyId, added_by: ctx.actor.id, added_at: ctx.now })
      .execute();
  } catch (error) {
    if (readSqlState(error) !== "23505") throw error;
    throw refuseField(409, "domain", "company.domain_taken", { domain });
  }
}

type Place = { company_id: string; domain: string };

export async function changeDomain(ctx: Ctx, { company_id, domain }: Place, autoContact: boolean) {
  await lockLivingCompany(ctx, company_id);
  const before = await getDomain(ctx, company_id, domain);
  if (before.auto_contact === autoContact) return before;
  await ctx.db
    .updateTable("company_domains")
    .set({ auto_contact: autoContact })
    .where("domain", "=", domain)
    .execute();
  await recordChange(ctx, company_id, {
    before: { mail_domain: domain, auto_contact: before.auto_contact },
    after: { mail_domain: domain, auto_contact: autoContact },
  });
  return getDomain(ctx, company_id, domain);
}

export async function removeDomain(ctx: Ctx, { company_id, domain }: Place): Promise<void> {
  await lockLivingCompany(ctx, company_id);
  const gone = await ctx.db
    .deleteFrom("company_domains")
    .where("company_id", "=", company_id)
    .where("domain", "=", domain)
    .returning("domain")
    .executeTakeFirst();
  if (!gone) throw refuse(404, "company.domain_not_found");
  await recordChange(ctx, company_id, { before: { mail_domain: domain } });
}

/**
 * Marks a domain of a company as verified: a known person of it wrote from there with strong proof. Does nothing for a
 * domain that is not the company's, or again.
 */
export async function verifyDomain(db: Db, { company_id, domain }: Place, now: Date): Promise<void> {
  await db
    .updateTable("company_domains")
    .set({ verified_at: now })
    .where("domain", "=", domain.toLowerCase())
    .where("company_id", "=", company_id)
    .where("verified_at", "is", null)
    .execute();
}

/** Finds the company that a domain is bound to; null for none, and for one that is deleted. */
export async function findDomain(db: Db, domain: string) {
  const found = await db
    .selectFrom("company_domains as d")
    .innerJoin("companies as c", "c.id", "d.company_id")
    .select(["d.company_id", "d.verified_at", "d.auto_contact", "c.is_active"])
    .where("d.domain", "=", domain.toLowerCase())
    .where("c.deleted_at", "is", null)
    .executeTakeFirst();
  return found ?? null;
}

async function lockLivingCompany(ctx: Ctx, id: string) {
  const company = await lockCompany(ctx, id);
  if (company.deleted_at) throw refuse(409, "company.deleted");
  return company;
}

async function isOfDesk(db: Db, domain: string): Promise<boolean> {
  const { rows } = await sql`
    select from mailboxes where split_part(address, '@', 2) = ${domain} and deleted_at is null limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

type Details = { before?: Record<string, unknown>; after?: Record<string, unknown> };

async function recordChange(ctx: Ctx, companyId: string, details: Details): Promise<void> {
  await recordEvent(ctx, { id: companyId, kind: "company.changed", companyId, ...details });
}

async function getDomain(ctx: Ctx, companyId: string, domain: string) {
  const row = await queryDomains(ctx.db, companyId).where("d.domain", "=", domain).executeTakeFirst();
  if (!row) throw refuse(404, "company.domain_not_found");
  return serializeDomain(row);
}

function queryDomains(db: Db, companyId: string) {
  return db
    .selectFrom("company_domains as d")
    .innerJoin("principals as p", "p.id", "d.added_by")
    .select(["d.domain", "d.added_at", "d.verified_at", "d.auto_contact", "p.name as added_by_fullname"])
    .where("d.company_id", "=", companyId)
    .orderBy("d.domain");
}

function serializeDomain<Row extends { added_at: Date; verified_at: Date | null }>(row: Row) {
  return {
    ...row,
    added_at: row.added_at.toISOString(),
    verified_at: row.verified_at?.toISOString() ?? null,
  };
}
