import { mayReadUser, maySeeDeletedUsers } from "#contract/access/users.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { peopleOf } from "#server/lib/db/row-level-security.ts";
import { refuse } from "#server/lib/refusal.ts";

export type Person = Awaited<ReturnType<typeof findPerson>>;

/** Finds a person whom the caller may see. Refuses 404 for absent, invisible, erased, and hidden deleted people. */
export async function findPerson(ctx: Ctx, id: string) {
  return refuseInvisible(ctx, await personQuery(ctx, id, peopleOf(ctx)).executeTakeFirst());
}

/** Finds a person whom the caller may see, locked until the transaction ends. Refuses as `findPerson` does. */
export async function lockPerson(ctx: Ctx, id: string) {
  return refuseInvisible(ctx, await personQuery(ctx, id, "users").forUpdate("u").executeTakeFirst());
}

/** Locks a person for a change. Refuses as `findPerson` does, and 409 while the person is deleted. */
export async function lockLivingPerson(ctx: Ctx, id: string) {
  const person = await lockPerson(ctx, id);
  if (person.deleted_at) throw refuse(409, "user.deleted");
  return person;
}

function personQuery(ctx: Ctx, id: string, people: ReturnType<typeof peopleOf>) {
  return ctx.db
    .selectFrom(`${people} as u`)
    .leftJoin("companies as c", "c.id", "u.company_id")
    .selectAll("u")
    .select(["c.name as company_name", "c.is_active as company_is_active"])
    .where("u.id", "=", id);
}

function refuseInvisible<
  P extends {
    id: string;
    user_type: "internal" | "external";
    company_id: string | null;
    deleted_at: Date | null;
    erased_at?: Date | null;
  },
>(ctx: Ctx, person: P | undefined): P {
  const isShown =
    person &&
    !person.erased_at &&
    mayReadUser(ctx.actor, person) &&
    (!person.deleted_at || maySeeDeletedUsers(ctx.actor));
  if (!isShown) throw refuse(404, "user.not_found");
  return person;
}
