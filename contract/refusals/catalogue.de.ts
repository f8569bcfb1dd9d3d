import type { Translated } from "../translation-type.ts";
import { ALLOWANCE_REFUSALS } from "./allowances.de.ts";
import { AUTH_REFUSALS } from "./auth.de.ts";
import { CALENDAR_REFUSALS } from "./calendars.de.ts";
import { CHECKLIST_REFUSALS } from "./checklists.de.ts";
import { COMMENT_REFUSALS } from "./comments.de.ts";
import { COMPANY_REFUSALS } from "./companies.de.ts";
import { FIELD_REFUSALS } from "./fields.de.ts";
import { GROUP_REFUSALS } from "./groups.de.ts";
import { IMPORT_REFUSALS } from "./imports.de.ts";
import { INBOX_REFUSALS } from "./inbox.de.ts";
import { INCOMING_REFUSALS } from "./incoming.de.ts";
import { INCIDENT_REFUSALS } from "./incidents.de.ts";
import { LINK_REFUSALS } from "./links.de.ts";
import { MACRO_REFUSALS } from "./macros.de.ts";
import { MERGE_REFUSALS } from "./merges.de.ts";
import { MAIL_REFUSALS } from "./mail.de.ts";
import { MAILBOX_REFUSALS } from "./mailboxes.de.ts";
import { REPLY_REFUSALS } from "./replies.de.ts";
import { REQUEST_REFUSALS } from "./request.de.ts";
import { ROLE_REFUSALS } from "./roles.de.ts";
import { SENDING_REFUSALS } from "./sending.de.ts";
import { SERVER_REFUSALS } from "./server.de.ts";
import { SETTINGS_REFUSALS } from "./settings.de.ts";
import { SLA_REFUSALS } from "./sla.de.ts";
import { TAG_REFUSALS } from "./tags.de.ts";
import { TICKET_REFUSALS } from "./tickets.de.ts";
import { UPLOAD_REFUSALS } from "./uploads.de.ts";
import { USER_REFUSALS } from "./users.de.ts";
import { VIEW_REFUSALS } from "./views.de.ts";
import type { REFUSALS as ENGLISH } from "./catalogue.ts";

export const REFUSALS: Translated<typeof ENGLISH> = {
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
};
