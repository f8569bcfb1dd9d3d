import type { ListedRow } from "./listed.ts";
import { readDetail } from "./mail-columns.ts";

/** A mail as a list shows it. */
export function serializeMail(row: ListedRow) {
  const { user_id, sender_fullname, sender_type, ticket_id, ticket_uid, ticket_subject } = row;
  const { company_id, company_name } = row;
  return {
    ...row,
    detail: readDetail(row.detail),
    sender:
      user_id !== null && sender_fullname !== null && sender_type !== null
        ? { user_id, fullname: sender_fullname, user_type: sender_type }
        : null,
    ticket:
      ticket_id !== null && ticket_uid !== null
        ? { id: ticket_id, uid: ticket_uid, subject: ticket_subject ?? "" }
        : null,
    suggested_company:
      company_id !== null && company_name !== null
        ? { id: company_id, name: company_name, verified: row.company_verified }
        : null,
    received_at: row.received_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
  };
}
