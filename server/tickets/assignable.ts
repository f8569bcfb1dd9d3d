import type { Ctx } from "../lib/context.ts";

/** Whoever may be assigned tickets, by name. */
export async function listAssignableUsers(
  ctx: Ctx,
  page: { limit: number; offset: number },
  search: string | undefined,
) {
  const pattern = `%${(search ?? "").replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const rows = await ctx.db
    .selectFrom("users as u")
    .select((eb) => ["u.id", "u.fullname", "u.email", eb.fn.countAll<number>().over().as("total")])
    .where("u.user_type", "=", "internal")
    .where("u.deleted_at", "is", null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("user_roles as ur")
          .innerJoin("role_permissions as p", "p.role_id", "ur.role_id")
          .select("p.permission")
          .whereRef("ur.user_id", "=", "u.id")
          .where("p.permission", "=", "tickets.assign"),
      ),
    )
    .$if(Boolean(search), (query) =>
      query.where((eb) => eb.or([eb("u.fullname", "ilike", pattern), eb("u.email", "ilike", pattern)])),
    )
    .orderBy("u.fullname")
    .orderBy("u.id")
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return { users: rows, total: rows[0]?.total ?? 0 };
}
