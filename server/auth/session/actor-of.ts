import { type RawBuilder, sql } from "kysely";
import type { App, Db, SignedIn } from "#server/lib/request-context.ts";
import { ACTOR_COLUMNS, parsePermissions, ROLES_HELD } from "./session.ts";

/**
 * Reads a person as a session would, with the rights of this moment: for what they do without signing in, as by mail. Null
 * for somebody who is not there any more, and for sample people where there are none. The id may be a question of its own.
 */
export async function readActor(
  app: Pick<App, "config">,
  db: Db,
  userId: string | RawBuilder<string>,
): Promise<SignedIn | null> {
  const { rows } = await sql<Omit<SignedIn, "permissions"> & { permissions: string }>`
    select ${sql.raw(ACTOR_COLUMNS)}, '' as session_id, 'epoch'::timestamptz as confirmed_at,
      false as must_change_password, false as must_set_up_second_factor
    from users u left join companies c on c.id = u.company_id ${sql.raw(ROLES_HELD)}
    where u.id = ${userId} and u.deleted_at is null and c.deleted_at is null
      and (${app.config.demo} or not is_sample('user', u.id))`.execute(db);
  const [row] = rows;
  return row ? { ...row, permissions: parsePermissions(row.permissions) } : null;
}
