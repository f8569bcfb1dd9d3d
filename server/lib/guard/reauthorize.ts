import { sql } from "kysely";
import type { Db, SignedIn } from "../request-context.ts";
import { refuse } from "../refusal.ts";

/**
 * Checks the actor once more before a transaction commits: they were read before it began, and it may have waited for
 * others since. Refuses 401 when the session ended meanwhile, 403 when a right was taken; nothing is saved then. The rows
 * that it reads stay locked until the commit, so no action is saved after the end of the right to it was.
 * An action that changes its own actor's rights (closing the account, for one) passes: its own transaction did that.
 */
export async function refuseIfRightsLost(db: Db, actor: SignedIn): Promise<void> {
  const { rows } = await sql<CurrentRights>`
    with session as (
      select revoked_at is null or xmin = pg_current_xact_id()::xid as is_open
      from sessions where id = ${actor.session_id} for share),
    held as (
      select role_id, xmin = pg_current_xact_id()::xid as is_own
      from user_roles where user_id = ${actor.id} for key share),
    company as (
      select is_active from companies where id = ${actor.user_type === "external" ? actor.company_id : null} for share)
    select coalesce((select is_open from session), false) as is_open,
      coalesce((select is_active from company), true) as is_active,
      exists (select from held where is_own) as is_own,
      array(select distinct permission from held join role_permissions using (role_id)) as permissions`.execute(
    db,
  );
  refuseLost(actor, rows[0]);
}

/**
 * The same for somebody who acts without a session, as by mail: here the person has to be there still. Their rows stay
 * locked until the commit as well.
 */
export async function refuseIfSenderRightsLost(db: Db, actor: SignedIn): Promise<void> {
  const { rows } = await sql<CurrentRights>`
    with person as (select deleted_at is null as is_there from users where id = ${actor.id} for share),
    held as (
      select role_id, xmin = pg_current_xact_id()::xid as is_own
      from user_roles where user_id = ${actor.id} for key share),
    company as (
      select is_active from companies where id = ${actor.user_type === "external" ? actor.company_id : null} for share)
    select coalesce((select is_there from person), false) as is_open,
      coalesce((select is_active from company), true) as is_active,
      exists (select from held where is_own) as is_own,
      array(select distinct permission from held join role_permissions using (role_id)) as permissions`.execute(
    db,
  );
  refuseLost(actor, rows[0]);
}

/** The same for a transaction of the external users' role, which may not read sessions: the database looks for it. */
export async function refuseIfGuestRightsLost(db: Db, actor: SignedIn): Promise<void> {
  const { rows } = await sql<CurrentRights>`select * from guest_rights(${actor.session_id})`.execute(db);
  refuseLost(actor, rows[0]);
}

function refuseLost(actor: SignedIn, now: CurrentRights | undefined): void {
  if (!now?.is_open) throw refuse(401, "auth.not_signed_in");
  if (actor.company_active && !now.is_active) throw refuse(403, "auth.company_inactive");
  if (now.is_own) return;
  const kept = new Set(now.permissions);
  if (actor.permissions.some((permission) => !kept.has(permission))) throw refuse(403, "auth.not_allowed");
}

type CurrentRights = { is_open: boolean; is_active: boolean; is_own: boolean; permissions: string[] };
