import { readActor } from "#server/auth/session/actor-of.ts";
import type { Db, SignedIn } from "#server/lib/request-context.ts";
import { makeContact } from "#server/users/create/make-contact.ts";
import { recordingContext } from "./mail-context.ts";
import type { Work } from "./work.ts";

type Domain = { id: string; name: string; auto_contact: boolean; verified_at: Date | null };

/** The company that writes from the domain of an address; it is a suggestion, and decides nothing. */
export async function suggestCompany(db: Db, address: string): Promise<Domain | null> {
  const found = await db
    .selectFrom("company_domains as d")
    .innerJoin("companies as c", "c.id", "d.company_id")
    .select(["c.id", "c.name", "d.auto_contact", "d.verified_at"])
    .where("d.domain", "=", address.split("@")[1] ?? "")
    .where("c.deleted_at", "is", null)
    .where("c.is_active", "=", true)
    .executeTakeFirst();
  return found ?? null;
}

/**
 * Makes a contact of whoever writes from a domain for which an administrator said so: with strong proof, and after a known
 * person of the company wrote from there. It is the mailbox's deed.
 */
export async function makeDomainContact(work: Work, address: string): Promise<SignedIn | null> {
  const { mailbox, mail, app, db } = work;
  if (mailbox === null || mail.proof !== "strong" || mail.kind.kind !== "message") return null;
  const company = await suggestCompany(db, address);
  if (!company?.auto_contact || company.verified_at === null) return null;
  const name = mail.parsed.from?.name.trim() ?? "";
  const id = await makeContact(
    recordingContext(work),
    { email: address, fullname: name === "" ? address : name.slice(0, 120), company_id: company.id },
    mailbox.id,
  );
  return readActor(app, db, id);
}
