import type { z } from "zod";
import { parseWith } from "#server/lib/http/validation.ts";
import { mayDeleteUser, mayManageUser, mayMoveUser } from "#contract/access/users.ts";
import { NewPersonTexts, type NewUser, type UserChange } from "#contract/users.ts";
import { LIMITS } from "#contract/limits.ts";
import { mayTellOwner } from "#server/allowances/emails-per-address.ts";
import { setPassword } from "#server/auth/password/stored-password.ts";
import { endLinksAfter } from "#server/auth/revoke-action-links.ts";
import { refuseWeakPassword } from "#server/auth/password/password-policy.ts";
import { revokeSessions } from "#server/auth/session/session.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { recordEvent } from "#server/lib/work/history.ts";
import { findChangedFields } from "#server/lib/work/find-changed-fields.ts";
import { hashPassword } from "#server/lib/crypto/password-hash.ts";
import { refuse, refuseField } from "#server/lib/refusal.ts";
import { refuseLastAdministrator } from "#server/roles/last-administrator.ts";
import { findPerson, lockLivingPerson, lockPerson, type Person } from "#server/roles/find-user.ts";
import { unassignTicketsOf } from "#server/tickets/change/unassign.ts";
import { notifyTeamLeads } from "#server/tickets/mail/notify-team-leads.ts";
import { spendInvitation, startInvitation } from "./invite/invite.ts";
import { mailAddressNotice } from "./emails.ts";
import { MADE_WITH_PERSON } from "./invite/first-invitation.ts";
import {
  findCompany,
  insertUser,
  recordNewUser,
  refuseStrangers,
  refuseTakenEmail,
  renamePrincipal,
  resolveCompanyAndRoles,
  withFreeEmail,
} from "./create/create-user.ts";
import { getUser } from "./read.ts";
import { isTakenAddress } from "./taken-email-address.ts";

type Created = z.output<typeof NewUser>;

/** Checks a new account before the transaction, then computes the slow hash. */
export async function prepareNewUser(ctx: Ctx, wanted: Created): Promise<string> {
  refuseStrangers(ctx);
  const { company } = await resolveCompanyAndRoles(ctx, wanted);
  const isTaken = await isTakenAddress(ctx, wanted.email);
  await refuseTakenEmail(ctx, wanted.email);
  if (wanted.sendInvite && !isTaken) await spendInvitation(ctx, wanted.email);
  const owner = { ...wanted, company_name: company?.name ?? null };
  await refuseWeakPassword(ctx, { password: wanted.password, owner, field: "password" });
  return hashPassword(wanted.password);
}

/**
 * Creates a person. With an invitation its link sets another password; without, the first sign-in has to (rule 110).
 */
export async function createUser(ctx: Ctx, wanted: Created, secret: string) {
  const { user_type, company, roles } = await resolveCompanyAndRoles(ctx, wanted);
  const id = await insertUser(
    ctx.db,
    {
      email: wanted.email,
      fullname: wanted.fullname,
      user_type,
      company_id: company?.id ?? null,
      created_at: ctx.now,
    },
    roles,
  );
  await setPassword(ctx.db, { userId: id, secret, mustChange: !wanted.sendInvite });
  await recordNewUser(ctx, id, "user.created");
  const outcome = wanted.sendInvite
    ? await startInvitation(ctx, id, { hours: LIMITS.inviteHoursDefault, subject: MADE_WITH_PERSON })
    : {};
  return { ...(await getUser(ctx, id)), ...outcome };
}

type Change = z.output<typeof UserChange>;

/** Fields that people change of their own account, and fields that managers change of others. */
const OWN_FIELDS = ["fullname", "phone_number", "city", "state", "timezone", "locale", "hide_last_online"];
const MANAGED_FIELDS = ["fullname", "email", "phone_number", "city", "state", "company_id", "locale"];

/** Counts a new address before the transaction, and answers whether the old one is told. Refuses 429 too many taken ones. */
export async function prepareChange(ctx: Ctx, id: string, { email }: Change): Promise<boolean> {
  if (email === undefined) return false;
  const person = await findPerson(ctx, id);
  if (person.email === email || !mayManageUser(ctx.actor, person)) return false;
  if ((await isTakenAddress(ctx, email, id)) || !person.last_online) return false;
  return mayTellOwner(ctx, id);
}

/** Refuses 403 for known fields that the caller may not change, where they differ (rules 127 and 128). */
export async function changeUser(ctx: Ctx, id: string, { base_version, ...sent }: Change, isTold: boolean) {
  const person = await lockLivingPerson(ctx, id);
  refuseForeignFields(ctx, person, sent);
  if (base_version !== undefined && base_version !== person.version)
    throw refuse(409, "request.changed_meanwhile");
  const { fullname, email: typed, phone_number, city, state } = sent;
  const { company_id, timezone, locale, hide_last_online } = sent;
  const named = findNewTexts(person, { fullname, email: typed, phone_number, city, state });
  const changed = findChangedFields(person, { ...named, company_id, timezone, locale, hide_last_online });
  if (!changed) return getUser(ctx, id);
  const newEmail = named.email === person.email ? undefined : named.email;
  if (company_id !== undefined) await refuseUnfitCompany(ctx, person, company_id);
  if (newEmail !== undefined) await refuseTakenEmail(ctx, newEmail, id);
  await withFreeEmail(
    ctx.db
      .updateTable("users")
      .set((eb) => ({ ...changed.after, version: eb("version", "+", 1) }))
      .where("id", "=", id)
      .execute(),
  );
  if (newEmail !== undefined) await endAccess(ctx, person);
  if (fullname !== undefined) await renamePrincipal(ctx, id, fullname);
  await recordEvent(ctx, {
    id,
    kind: "user.changed",
    companyId: person.company_id,
    ...changed,
  });
  if (newEmail !== undefined && isTold) await mailAddressNotice(ctx, person, { newEmail });
  return getUser(ctx, id);
}

type Texts = Pick<Change, "fullname" | "email" | "phone_number" | "city" | "state">;

/** The names and the address that differ, as they are stored. Refuses 422 for what a new one may not hold. */
function findNewTexts(person: Person, texts: Texts) {
  return parseWith(NewPersonTexts, findChangedFields<Texts>(person, texts)?.after ?? {});
}

function refuseForeignFields(ctx: Ctx, person: Person, sent: Omit<Change, "base_version">): void {
  const isOwn = person.id === ctx.actor.id;
  if (!isOwn && !mayManageUser(ctx.actor, person)) throw refuse(403, "auth.not_allowed");
  const allowed = (isOwn ? OWN_FIELDS : MANAGED_FIELDS).filter(
    (field) =>
      (field !== "company_id" || mayMoveUser(ctx.actor)) &&
      // Staff choose their own language; a client's is known to whoever writes to them.
      (field !== "locale" || isOwn || person.user_type === "external"),
  );
  const held: Record<string, unknown> = person;
  const foreign = Object.entries(sent).find(
    ([field, value]) => value !== undefined && value !== held[field] && !allowed.includes(field),
  )?.[0];
  if (foreign === undefined) return;
  throw refuseField(403, foreign, "field.not_changeable", { field: foreign });
}

/** Refuses a company that does not fit. Old tickets stay with the old company (rule 127). */
async function refuseUnfitCompany(ctx: Ctx, person: Person, companyId: string | null): Promise<void> {
  if (person.user_type === "internal") throw refuseField(422, "company_id", "user.staff_in_client_company");
  if (companyId === null) return;
  const company = await findCompany(ctx.db, companyId);
  if (company.is_internal) throw refuseField(422, "company_id", "user.client_in_internal_company");
}

/** Ends what another person's old address opened: no session and no mailed link of it keeps working. */
async function endAccess(ctx: Ctx, person: Person): Promise<void> {
  await revokeSessions(ctx.db, person.id, "address changed", ctx.now);
  await endLinksAfter(ctx.db, person.id, "address moved", ctx.now);
}

/** Deletes a person. Refuses 400 for oneself: closing the own account is another action (rule 103). */
export async function deleteUser(ctx: Ctx, id: string): Promise<void> {
  if (id === ctx.actor.id) throw refuse(400, "user.delete_self");
  const person = await lockPerson(ctx, id);
  if (!mayDeleteUser(ctx.actor, person)) throw refuse(403, "auth.not_allowed");
  if (person.deleted_at) return;
  await removePerson(ctx, person, "user.deleted");
}

export async function closeAccount(ctx: Ctx): Promise<void> {
  await removePerson(ctx, await lockPerson(ctx, ctx.actor.id), "user.closed_account");
}

/** Removes a person with the next request; the name stays on tickets, roles and teams wait for a restore. */
async function removePerson(
  ctx: Ctx,
  person: Person,
  kind: "user.deleted" | "user.closed_account",
): Promise<void> {
  await refuseLastAdministrator(ctx, person.id);
  await ctx.db
    .updateTable("users")
    .set((eb) => ({ deleted_at: ctx.now, version: eb("version", "+", 1) }))
    .where("id", "=", person.id)
    .execute();
  await revokeSessions(ctx.db, person.id, "account deleted", ctx.now);
  await endLinksAfter(ctx.db, person.id, "account deleted", ctx.now);
  // The mail counts their tickets, so it is written before these are unassigned.
  if (person.user_type === "internal") await notifyTeamLeads(ctx, person);
  const released = person.user_type === "internal" ? await unassignTicketsOf(ctx, person.id) : 0;
  await recordEvent(ctx, {
    id: person.id,
    kind,
    companyId: person.company_id,
    before: { deleted_at: null },
    after: { deleted_at: ctx.now.toISOString(), unassigned_tickets: released },
  });
}

export async function restoreUser(ctx: Ctx, id: string) {
  const person = await lockPerson(ctx, id);
  if (!mayManageUser(ctx.actor, person)) throw refuse(403, "auth.not_allowed");
  if (!person.deleted_at) return getUser(ctx, id);
  await ctx.db
    .updateTable("users")
    .set((eb) => ({ deleted_at: null, version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .execute();
  await recordEvent(ctx, {
    id,
    kind: "user.restored",
    companyId: person.company_id,
    before: { deleted_at: person.deleted_at.toISOString() },
    after: { deleted_at: null },
  });
  return getUser(ctx, id);
}
