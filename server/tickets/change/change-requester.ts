import type { Ctx } from "#server/lib/request-context.ts";
import { refuse } from "#server/lib/refusal.ts";
import { anotherValue, findClient, findCompany } from "../create/resolve-people.ts";

type Requester = { client_id?: string | null; company_id?: string | null };

/**
 * Resolves the move of a ticket to another client or company (rules 78 and 92): another client brings its company along;
 * another company must fit the client. A ticket whose client has moved since stays with the old company (rule 127).
 */
export async function resolveRequester(
  ctx: Ctx,
  held: Required<Requester>,
  wanted: Requester,
): Promise<Requester> {
  const { client_id, company_id } = wanted;
  if (client_id !== undefined && client_id !== null && client_id !== held.client_id) {
    const client = await findClient(ctx, client_id);
    const belongsTo = client.company?.id ?? null;
    if (company_id !== undefined && company_id !== belongsTo)
      throw refuse(422, "ticket.client_of_other_company", anotherValue("company_id"));
    return { client_id, company_id: belongsTo };
  }
  const named = client_id === undefined ? {} : { client_id };
  if (company_id === undefined || company_id === held.company_id) return named;
  const stays = client_id === undefined ? held.client_id : client_id;
  if (stays !== null && (await findClient(ctx, stays)).company?.id !== company_id)
    throw refuse(422, "ticket.client_of_other_company", anotherValue("company_id"));
  return { ...named, company_id: (await findCompany(ctx, company_id))?.id ?? null };
}
