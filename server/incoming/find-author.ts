import type { MailAddress } from "#server/lib/mime/parsed-mail.ts";
import { SYSTEM_PRINCIPAL, type SignedIn } from "#server/lib/request-context.ts";
import { findSender } from "./processing/find-sender.ts";
import type { Work } from "./processing/work.ts";

/** Whose comment a joined mail becomes. */
export type Author = {
  /** Never signed in: the name under which the comment stands, and the side that it comes from. */
  actor: SignedIn;
  /** Null where the mailbox stands for somebody who is not known. */
  personId: string | null;
  /** Whose words they are, where the author is the mailbox. */
  address: string | null;
};

/**
 * The sender themselves, or `writer`, of whom a mail that they sent on says that it is theirs; where that is a client, or a
 * colleague whose mail is proven: in a colleague's name nobody else posts. For anybody else the mailbox stands, from
 * outside as the mail is.
 */
export async function findAuthor(
  { app, db, mail, mailbox }: Work,
  writer?: MailAddress | null,
): Promise<Author> {
  const from = writer === undefined ? mail.parsed.from : writer;
  const isProven = writer === undefined && mail.proof === "strong";
  const address = from?.address.toLowerCase() ?? null;
  const sender = address === null ? null : await findSender(app, db, address);
  const isKnown = sender && "actor" in sender && (sender.kind !== "staff" || isProven);
  if (isKnown) return { actor: sender.actor, personId: sender.actor.id, address: null };
  const principal = mailbox ?? { id: SYSTEM_PRINCIPAL, name: "System" };
  return { actor: fromOutside(principal), personId: null, address };
}

/** Somebody from outside without any right: what is written in their name was decided by a person. */
function fromOutside({ id, name }: { id: string; name: string }): SignedIn {
  return {
    id,
    fullname: name,
    email: "",
    user_type: "external",
    company_id: null,
    company_active: true,
    urgent_allowed: false,
    roles: [],
    permissions: [],
    session_id: "",
    must_change_password: false,
    must_set_up_second_factor: false,
    confirmed_at: new Date(0),
  };
}
