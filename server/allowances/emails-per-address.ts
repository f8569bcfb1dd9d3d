import { isExternal } from "#contract/access/actor.ts";
import type { Ctx, Db, SignedIn } from "#server/lib/request-context.ts";
import { hashAddress } from "#server/lib/crypto/token.ts";
import type { Spending } from "./definitions.ts";
import { isAllowed } from "./spend.ts";

/**
 * A letter that somebody may ask for to an address of their choice: an invitation, a link for a password, the welcome of a
 * new address. Counted by the address, whoever asks; the count holds its digest, in one spelling.
 */
export function emailToAddress(address: string): Spending {
  return { name: "letters", holder: hashAddress(address) };
}

/** An invitation, or another link, that somebody sends to another person. */
export function invitationBy(actor: SignedIn, address: string): Spending[] {
  const spendings: Spending[] = [{ name: "invitations" }, emailToAddress(address)];
  if (isExternal(actor) && actor.company_id)
    spendings.push({ name: "company_invitations", holder: actor.company_id });
  return spendings;
}

/**
 * Whether the owner of an account hears by mail that a credential changed. It is counted by account, not by address, so
 * that nobody silences the notices of somebody else with letters. Call it outside of external users' transactions.
 */
export async function mayTellOwner({ db, now }: Pick<Ctx, "db" | "now">, userId: string): Promise<boolean> {
  return isAllowed(db, { actorId: userId, now }, [{ name: "credential_notices" }]);
}

/** Whether a letter may go to an address, for those that are left out in silence. */
export async function maySendEmail(db: Db, address: string, now: Date): Promise<boolean> {
  return isAllowed(db, { actorId: null, now }, [emailToAddress(address)]);
}
