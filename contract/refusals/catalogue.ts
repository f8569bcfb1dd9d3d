import { ALLOWANCE_REFUSALS } from "./allowances.ts";
import { AUTH_REFUSALS } from "./auth.ts";
import { CALENDAR_REFUSALS } from "./calendars.ts";
import { CHECKLIST_REFUSALS } from "./checklists.ts";
import { COMMENT_REFUSALS } from "./comments.ts";
import { COMPANY_REFUSALS } from "./companies.ts";
import { FIELD_REFUSALS } from "./fields.ts";
import { GROUP_REFUSALS } from "./groups.ts";
import { IMPORT_REFUSALS } from "./imports.ts";
import { INBOX_REFUSALS } from "./inbox.ts";
import { INCOMING_REFUSALS } from "./incoming.ts";
import { INCIDENT_REFUSALS } from "./incidents.ts";
import { LINK_REFUSALS } from "./links.ts";
import { MACRO_REFUSALS } from "./macros.ts";
import { MERGE_REFUSALS } from "./merges.ts";
import { MAIL_REFUSALS } from "./mail.ts";
import { MAILBOX_REFUSALS } from "./mailboxes.ts";
import { REPLY_REFUSALS } from "./replies.ts";
import { REQUEST_REFUSALS } from "./request.ts";
import { ROLE_REFUSALS } from "./roles.ts";
import { SENDING_REFUSALS } from "./sending.ts";
import { SERVER_REFUSALS } from "./server.ts";
import { SETTINGS_REFUSALS } from "./settings.ts";
import { SLA_REFUSALS } from "./sla.ts";
import { TAG_REFUSALS } from "./tags.ts";
import { TICKET_REFUSALS } from "./tickets.ts";
import { UPLOAD_REFUSALS } from "./uploads.ts";
import { USER_REFUSALS } from "./users.ts";
import { VIEW_REFUSALS } from "./views.ts";
import type { ParamsOf } from "./sentence.ts";

/** Every refusal by its id, which is the `code` of the answer: who takes it, a dot, what is wrong. */
export const REFUSALS = {
  ...ALLOWANCE_REFUSALS,
  ...AUTH_REFUSALS,
  ...CALENDAR_REFUSALS,
  ...CHECKLIST_REFUSALS,
  ...COMMENT_REFUSALS,
  ...COMPANY_REFUSALS,
  ...FIELD_REFUSALS,
  ...GROUP_REFUSALS,
  ...IMPORT_REFUSALS,
  ...INBOX_REFUSALS,
  ...INCOMING_REFUSALS,
  ...INCIDENT_REFUSALS,
  ...LINK_REFUSALS,
  ...MACRO_REFUSALS,
  ...MERGE_REFUSALS,
  ...MAIL_REFUSALS,
  ...MAILBOX_REFUSALS,
  ...REPLY_REFUSALS,
  ...REQUEST_REFUSALS,
  ...ROLE_REFUSALS,
  ...SENDING_REFUSALS,
  ...SERVER_REFUSALS,
  ...SETTINGS_REFUSALS,
  ...SLA_REFUSALS,
  ...TAG_REFUSALS,
  ...TICKET_REFUSALS,
  ...UPLOAD_REFUSALS,
  ...USER_REFUSALS,
  ...VIEW_REFUSALS,
} as const;

export type RefusalId = keyof typeof REFUSALS;

/** The parameters of a refusal's sentence. */
export type RefusalParams<Id extends RefusalId> = ParamsOf<(typeof REFUSALS)[Id]>;
