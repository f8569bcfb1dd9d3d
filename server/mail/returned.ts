import { sql } from "kysely";
import type { Actor } from "#contract/access/actor.ts";
import { mayManageUser } from "#contract/access/users.ts";

/** Joins a mail with the person whose mail it was, as far as they still read at its address. */
export const isReadAt = (person: string, mail: string) =>
  sql<boolean>`${sql.ref(`${person}.deleted_at`)} is null
    and lower(${sql.ref(`${person}.email`)}) = lower(${sql.ref(`${mail}.to`)})`;

/** Whether the address of a mail gets none until somebody tries again (rule 646). */
export const isMarked = (mail: string) =>
  sql<boolean>`exists (select from bounced_addresses as b where b.address = lower(${sql.ref(`${mail}.to`)}))`;

/** What these columns of a mail and its reader are called in a query. */
export type ReturnedColumns = {
  /** A moment, or how JSON of the database writes it. */
  returned_at: Date | string | null;
  is_marked: boolean;
  reader_id: string | null;
  reader_type: "internal" | "external" | null;
  reader_company_id: string | null;
};

/** Tells of a mail that came back, and whose address can be tried again by the caller; null for any other. */
export function serializeReturned(mail: ReturnedColumns, actor: Actor) {
  if (mail.returned_at === null) return null;
  return {
    at: new Date(mail.returned_at).toISOString(),
    marked: mail.is_marked,
    try_again_for: mail.is_marked ? findReader(mail, actor) : null,
  };
}

/** The person who reads at the address, where the caller may have it tried again. */
function findReader(mail: ReturnedColumns, actor: Actor): string | null {
  const { reader_id, reader_type, reader_company_id } = mail;
  if (reader_id === null || reader_type === null) return null;
  const reader = { id: reader_id, user_type: reader_type, company_id: reader_company_id };
  return mayManageUser(actor, reader) ? reader_id : null;
}
