import type { z } from "zod";
import { parseWith } from "#server/lib/http/validation.ts";
import {
  mayCreateCompany,
  mayDeleteCompany,
  mayEditCompany,
  mayReadCompany,
  maySeeDeletedCompanies,
} from "#contract/access/companies.ts";
import { hasPermission, isExternal } from "#contract/access/actor.ts";
import { NewCompanyTexts, type companies } from "#contract/companies.ts";
import { jobs } from "#contract/jobs.ts";
import { endCompanyLinks } from "#server/auth/revoke-action-links.ts";
import { revokeCompanySessions } from "#server/auth/session/session.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { recordEvent } from "#server/lib/work/history.ts";
import { findChangedFields } from "#server/lib/work/find-changed-fields.ts";
import { enqueue } from "#server/lib/work/enqueue.ts";
import { refuse, refuseField } from "#server/lib/refusal.ts";
import { refuseIfTaken } from "#server/lib/db/unique-violation.ts";
import { findCompany } from "./read.ts";

type New = z.output<typeof companies.create.body>;
type Change = z.output<typeof companies.change.body>;

/** Fields that a client admin may change of the own company (rule 141). */
const CLIENT_FIELDS = ["description", "contact_email", "contact_phone"];
const STAFF_FIELDS = [...CLIENT_FIELDS, "name", "is_active", "sharing", "urgent_allowed"];

export async function createCompany(ctx: Ctx, wanted: New) {
  if (!mayCreateCompany(ctx.actor)) throw refuse(403, "auth.not_allowed");
  const { id } = await withFreeName(
    ctx.db
      .insertInto("companies")
      .values({ ...wanted, created_at: ctx.now })
      .returning("id")
      .executeTakeFirstOrThrow(),
  );
  await recordEvent(ctx, {
    id,
    kind: "company.created",
    companyId: id,
    after: { ...wanted },
  });
  return findCompany(ctx, id);
}

/**
 * Refuses 403 for known fields that the caller may not change, 409 for a taken name or the internal company's state.
 */
export async function changeCompany(ctx: Ctx, id: string, { base_version, ...sent }: Change) {
  const company = await lockCompany(ctx, id);
  if (!mayEditCompany(ctx.actor, id))
    throw refuse(
      403,
      isExternal(ctx.actor) && !ctx.actor.company_active ? "auth.company_inactive" : "auth.not_allowed",
    );
  refuseForeignFields(ctx, company, sent);
  if (company.deleted_at) throw refuse(409, "company.deleted");
  if (base_version !== undefined && base_version !== company.version)
    throw refuse(409, "request.changed_meanwhile");
  if (company.is_internal && sent.is_active === false) throw refuse(409, "company.internal_stays");
  const { name, contact_email, contact_phone, description, is_active, sharing, urgent_allowed } = sent;
  const named = findNewTexts(company, { name, contact_email, contact_phone });
  const changed = findChangedFields(company, { ...named, description, is_active, sharing, urgent_allowed });
  if (!changed) return findCompany(ctx, id);
  await withFreeName(
    ctx.db
      .updateTable("companies")
      .set((eb) => ({ ...changed.after, version: eb("version", "+", 1) }))
      .where("id", "=", id)
      .execute(),
  );
  await recordEvent(ctx, {
    id,
    kind: "company.changed",
    companyId: id,
    ...changed,
  });
  if (name !== undefined && name !== company.name)
    await enqueue(ctx, jobs.reindexTickets, { company_id: id });
  return findCompany(ctx, id);
}

type Texts = Pick<Change, "name" | "contact_email" | "contact_phone">;

/** The name and the ways to reach it that differ, as they are stored. Refuses 422 for what a new one may not hold. */
function findNewTexts(company: Required<Texts>, texts: Texts) {
  return parseWith(NewCompanyTexts.partial(), findChangedFields<Texts>(company, texts)?.after ?? {});
}

function refuseForeignFields(
  ctx: Ctx,
  held: Record<string, unknown>,
  sent: Omit<Change, "base_version">,
): void {
  const allowed = hasPermission(ctx.actor, "companies.edit") ? STAFF_FIELDS : CLIENT_FIELDS;
  const foreign = Object.entries(sent).find(
    ([field, value]) => value !== undefined && value !== held[field] && !allowed.includes(field),
  )?.[0];
  if (foreign === undefined) return;
  throw refuseField(403, foreign, "field.not_changeable", { field: foreign });
}

/**
 * Deletes a company: its people are signed out and cannot come back; its tickets stay readable for staff (rule 138).
 */
export async function deleteCompany(ctx: Ctx, id: string): Promise<void> {
  const company = await lockCompany(ctx, id);
  if (!mayDeleteCompany(ctx.actor)) throw refuse(403, "auth.not_allowed");
  if (company.is_internal) throw refuse(409, "company.internal_stays");
  if (company.deleted_at) return;
  await ctx.db
    .updateTable("companies")
    .set((eb) => ({ deleted_at: ctx.now, version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .execute();
  await revokeCompanySessions(ctx.db, id, "company deleted", ctx.now);
  await endCompanyLinks(ctx.db, id, ctx.now);
  await recordEvent(ctx, {
    id,
    kind: "company.deleted",
    companyId: id,
    before: { deleted_at: null },
    after: { deleted_at: ctx.now.toISOString() },
  });
}

/** Restores a company. Refuses 409 when another one has taken the name in the meantime. */
export async function restoreCompany(ctx: Ctx, id: string) {
  const company = await lockCompany(ctx, id);
  if (!mayDeleteCompany(ctx.actor)) throw refuse(403, "auth.not_allowed");
  if (!company.deleted_at) return findCompany(ctx, id);
  await withFreeName(
    ctx.db
      .updateTable("companies")
      .set((eb) => ({ deleted_at: null, version: eb("version", "+", 1) }))
      .where("id", "=", id)
      .execute(),
  );
  await recordEvent(ctx, {
    id,
    kind: "company.restored",
    companyId: id,
    before: { deleted_at: company.deleted_at.toISOString() },
    after: { deleted_at: null },
  });
  return findCompany(ctx, id);
}

export async function lockCompany(ctx: Ctx, id: string) {
  const company = await ctx.db
    .selectFrom("companies")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  const isShown =
    company && mayReadCompany(ctx.actor, id) && (!company.deleted_at || maySeeDeletedCompanies(ctx.actor));
  if (!isShown) throw refuse(404, "company.not_found");
  return company;
}

/** Refuses a name that an undeleted company has; a deleted one leaves its name free. */
function withFreeName<T>(work: Promise<T>): Promise<T> {
  return refuseIfTaken(work, "name", "company.name_taken");
}
