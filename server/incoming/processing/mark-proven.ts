import { isExternal } from "#contract/access/actor.ts";
import { verifyDomain } from "#server/companies/domains.ts";
import type { SignedIn } from "#server/lib/request-context.ts";
import { verifyAddress } from "#server/users/addresses.ts";
import type { Work } from "./work.ts";

/**
 * Writes down what an accepted mail with strong proof shows: a further address of a person is theirs, and the company of
 * a client writes from the domain that somebody bound to it.
 */
export async function markProven(work: Work, sender: SignedIn, address: string): Promise<void> {
  const { db, now, mail } = work;
  if (mail.proof !== "strong") return;
  await verifyAddress(db, address, now);
  const domain = address.split("@")[1];
  if (isExternal(sender) && sender.company_id !== null && domain !== undefined)
    await verifyDomain(db, { company_id: sender.company_id, domain }, now);
}
