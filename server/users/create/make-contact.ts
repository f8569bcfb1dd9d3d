import { type RecordingCtx, recordEvent } from "#server/lib/work/history.ts";
import { resolveRoleNames } from "#server/roles/write.ts";
import { insertUser } from "./create-user.ts";

const ROLES = ["Client"];

/**
 * Makes a person of a client company who has written by mail: without a password, and without an invitation. Callers have
 * checked the actor and the company. Refuses 409 for an address that is somebody's. `by`: the principal whose deed it is,
 * where nobody is signed in.
 */
export async function makeContact(
  ctx: RecordingCtx,
  { email, fullname, company_id }: { email: string; fullname: string; company_id: string },
  by?: string,
): Promise<string> {
  const roles = await resolveRoleNames(ctx.db, "external", ROLES);
  const person = { email, fullname, user_type: "external" as const, company_id };
  const id = await insertUser(ctx.db, { ...person, created_at: ctx.now }, roles);
  await recordEvent(ctx, {
    id,
    kind: "user.created",
    companyId: company_id,
    after: { ...person, roles: ROLES },
    ...(by !== undefined && { by }),
  });
  return id;
}
