type Shown = string | { staff: string; client_admin?: string; client?: string };

const TICKET_ROW =
  "assignee_fullname assignee_id client_fullname client_id company_id company_name created group_id group_name id priority status subject uid updated version";
const TICKET = `${TICKET_ROW} issue closed created_by_fullname deleted_at first_response reopened_count source`;
const FILE =
  "bytes comment_id created_at height id inline media_type name ticket_id uploaded_by uploaded_by_fullname width";
const COMMENT = `attachments[]{${FILE}} author_fullname author_id author_resembles_staff author_type client_id comment created_at deleted_at edited_at from_address id is_description mentions[]{name user_id} origin_uid visibility`;
const WAITING = `attachments[]{${FILE}} author_fullname author_id comment created_at effects group_id id is_held mentions[]{name user_id} reason refusal reporters[] saved_reply_id send_at state status stop_if_answered ticket_id visibility waits_ms`;
const DRAFT = `attachments[]{${FILE}} is_internal mentions[]{is_staff name user_id} text ticket_id updated_at version`;
const CURRENT_USER =
  "city company_active company_id company_name email fullname hide_last_online id locale must_change_password must_set_up_second_factor permissions[] phone_number roles[]{id name} sees_due_times state timezone urgent_allowed user_type";
const IMPORT =
  "bytes created_at ended_at file_name has_rejects id plan problem report share started_at started_by_fullname state undone";
const META = "meta{limit page pages total}";
const USER =
  "city company_id company_name deleted_at email fullname has_password has_second_factor id invite_state last_online locale phone_number roles[]{id name} state user_type version";
const ERASURE =
  "kept{comments tickets} removed{addresses file_bytes files follows history_entries incoming_mails links mails names_in_mails replies sessions views}";
const ROLE = "description id name permission_count type";
const COMPANY =
  "contact_email contact_phone created_at deleted_at description group_count id is_active is_internal name sharing urgent_allowed user_count version";
const TAG = "aliases[] id name tickets";
const VIEW =
  "audience columns gone[] group_id group_name id may_edit name order owner_fullname owner_id query{active} sort version";
const REPLY =
  "audience effects{priority} group_id group_name id languages[] last_used may_edit my_last_used name owner_fullname owner_id stale[] uses visibility";
const SAVED_REPLY = `reply{${REPLY} created_at texts[]{body language} updated_at version}`;
const RENDERED =
  "effects[]{at changes field label name} language missing[] readers[]{address fullname user_id user_type} text";
const CALENDAR_LINE =
  "holidays_missing id is_default name special_days used_by{companies policies} version zone";
const CALENDAR = `calendar{${CALENDAR_LINE} archived_at days[]{day hours[] name} shown_version versions[]{created_at created_by_fullname number} week{fri[] mon[] sat[] sun[] thu[] tue[] wed[]}}`;
const LEVEL_TARGETS = "around_the_clock first_response_minutes next_response_minutes resolution_minutes";
const POLICY_TARGETS = `targets{high{${LEVEL_TARGETS}} low{${LEVEL_TARGETS}} normal{${LEVEL_TARGETS}} urgent{${LEVEL_TARGETS}}}`;
const POLICY_LINE = "calendar_id calendar_name companies id is_default name version";
const POLICY = `archived_at ${POLICY_LINE} pauses_for_client pauses_for_third_party ${POLICY_TARGETS} versions[]{created_at created_by_fullname number}`;
const ASSIGNMENT =
  "assignment_id calendar{id name origin} company_id company_name inherits policy{id name origin} shown_origin shown_to_clients since";
const APPLICATION = "applied at group_id open_tickets state";
const FIGURES = "judged_again met missed share";
const TEAM = "archived_at company_id id member_ids[] name version";
const SETTINGS =
  "attachments_gigabytes audit_days mail_days session_days trash_days brand_name brand_short_name in_progress_when_taken language limit_address_changes_per_day limit_attachments_per_ticket limit_company_invitations_per_day limit_company_upload_megabytes_per_day limit_connections limit_credential_notices_per_day limit_invitations_per_day limit_letters_per_hour limit_streams limit_taken_addresses_per_day limit_tickets_per_hour limit_upload_megabytes_per_day limit_writes_per_second logo_url mail_blocked_types[] mail_cc_adds_colleagues mail_keep_originals_days mail_system_senders[] mail_unproven_clients password_minimum second_factor_roles[] ticket_prefix time_zone version";
const FIRST_STEPS = "answer brand client is_dismissed mail samples team";
const REMOVAL =
  "keeps_own_account kept{adopted companies people teams tickets} removed{companies mails people teams tickets}";
const MAIL =
  "attempts created_at id last_error message_id next_attempt_at returned{at marked try_again_for} sent_at state subject ticket_id to";
const INCOMING =
  "decided_at decided_by_fullname detail excerpt file_count from_address from_name id kind mailbox_address mailbox_id proof reason received_at sender{fullname user_id user_type} state subject suggested_company{id name verified} ticket{id subject uid}";
const PARTY = "address name";
const TICKET_MAIL = `also_sent_to[]{${PARTY}} arrival{bytes matched_by proof_detail[] times} at cc[]{${PARTY}} comment_id direction files_not_kept[]{name} from{${PARTY}} has_quoted id kind opened_ticket original_kept proof quoted reason returned{at marked try_again_for} sender_not_proven state subject to[]{${PARTY}} words`;
const ADDRESS = "added_at added_by_fullname address verified_at";
const DOMAIN = "added_at added_by_fullname auto_contact domain verified_at";
const NOTE = "code params text";
const MAILBOX_LINE =
  "active address company_id company_name group_id group_name id is_default kind last_mail_at name state state_since";
const MAILBOX = `${MAILBOX_LINE} after_storing authserv_id confirms created_at first_days folder has_client_secret has_hook_secret has_password has_refresh_token has_smtp_password host last_error move_to oauth_client oauth_tenant plus_addressing plus_check port signature smtp_host smtp_port smtp_tls smtp_username spam_folder tls trust_tenant username version`;
const MAILBOX_CHECK = `steps[]{detail{${NOTE}} name ok}`;
const NOTIFICATIONS = "assigned mention reply ticket_created";
const CHECKLIST = "items[]{done_at done_by_fullname id text}";
/** Rows of tickets as the staff read them: clients never learn that there are tags, follow-up dates and checklists. */
const STAFF_ROW = `${TICKET_ROW} checklist{done items} follow_up_at follow_up_due_at has_draft open_reporters parent{id uid} tags[] unread`;
const PARTICIPANTS = "participants[]{added_at fullname role user_id user_type}";
const COUNTED = "meta{counts found_inside[] limit next page pages total total_is_capped}";

const MOVES = "checklist comments files notes";
const REPORTER = "client_fullname company_id company_name id status subject uid";
const LINK = "created_at created_by_fullname id relation ticket{company_name id status subject uid}";
const TICKET_DETAIL = `${TICKET} attachments[]{${FILE}} follow_up_of{id uid subject} following merged_from[]{at uid} merged_into{id uid} old_number split_from{at id uid} split_into[]{at comments id uid}`;

/** The fields that may be shown, by audience where it differs: an answer with any other field fails the matrix. */
export const FIELDS: Record<string, Shown> = {
  "GET /auth/me": {
    staff: `${CURRENT_USER} undo_send_seconds`,
    client_admin: CURRENT_USER,
    client: CURRENT_USER,
  },
  "GET /auth/second-factor": "is_on is_required recovery_codes_left since",
  "POST /auth/second-factor/setup": "expires_at otpauth_url secret",
  "POST /auth/second-factor/confirm": "recovery_codes[]",
  "POST /auth/second-factor/recovery-codes": "recovery_codes[]",
  "GET /auth/sessions":
    "failed_sign_ins[]{at ip user_agent} sessions[]{created_at current id ip last_used_at method user_agent}",
  "GET /config":
    "default_theme demo internal_company{id name} logo_url mail_configured name password_minimum setup_needed short_name ticket_prefix time_zone trash_days version",
  // Rules 740, 770 and 780.
  "GET /tickets": {
    staff: `items[]{${STAFF_ROW} issue} ${COUNTED}`,
    client_admin: `items[]{${TICKET_ROW} issue unread} ${COUNTED}`,
    client: `items[]{${TICKET_ROW} issue unread} ${COUNTED}`,
  },
  "GET /tickets/{ticket_id}": {
    staff: `${TICKET_DETAIL} checklist{done items} follow_up_at follow_up_before follow_up_by_fullname follow_up_due_at follow_up_firm follow_up_holds has_draft open_reporters parent{id uid} tags[]`,
    client_admin: TICKET_DETAIL,
    client: TICKET_DETAIL,
  },
  "POST /tickets": `ticket{${TICKET}}`,
  "PUT /tickets/{ticket_id}": `ticket{${TICKET}}`,
  "PATCH /tickets/{ticket_id}": `ticket{${TICKET}}`,
  "PATCH /tickets/bulk": `group_id missing[] tickets[]{${STAFF_ROW}}`,
  "PATCH /tickets/tags": `group_id missing[] tickets[]{${STAFF_ROW}}`,
  "PUT /tickets/{ticket_id}/tags": "group_id tags[]",
  "GET /tickets/number/{uid}": "id merged_from uid",
  "GET /tickets/{ticket_id}/merges": `items[]{at blocked{code params why} by_fullname from{id subject uid} has_draft id kind moves{${MOVES}} people[] since[]{author_fullname created_at id is_theirs text visibility} to{id subject uid}}`,
  "POST /tickets/{ticket_id}/merge/preview": `digest moves{${MOVES}} newly_reads[]{company_name fullname reads[]{comments uid} user_id} refusals[]{code id params subject uid why} settles[]{field to[]} tickets[]{client_fullname company_name created has_draft id moves{${MOVES}} priority status subject uid} waiting{goes_out stops}`,
  "POST /tickets/{ticket_id}/merge": `group_id merges[]{id ticket_id} ticket{${TICKET}}`,
  "POST /tickets/merges/undo": `tickets[]{${STAFF_ROW}}`,
  "POST /tickets/{ticket_id}/split/preview": `client_fullname client_id company_name issue moves{${MOVES}} readers[]{fullname user_id} subject`,
  "POST /tickets/{ticket_id}/split": `group_id merge_id ticket{${TICKET}}`,
  "GET /tickets/{ticket_id}/reporters": `reporters[]{${REPORTER} checklist{done items} link_id news}`,
  "POST /tickets/{ticket_id}/reporters": `group_id reporters[]{${REPORTER} checklist{done items} link_id news}`,
  "POST /incidents": `group_id reporters[]{${REPORTER} checklist{done items} link_id news} ticket{${TICKET}}`,
  "POST /tickets/{ticket_id}/answer-all/preview": `languages[] tickets[]{${REPORTER} can_take digest language missing[] readers[]{address fullname user_id user_type} text why}`,
  "POST /tickets/{ticket_id}/answer-all": `group_id left_out[] reached[]{comment_id id uid} scheduled`,
  "POST /incidents/{ticket_id}/close": `group_id left_out[] tickets[]{${STAFF_ROW}}`,
  "GET /tickets/{ticket_id}/links": `items[]{${LINK}}`,
  "POST /tickets/{ticket_id}/links": `group_id link{${LINK}}`,
  "DELETE /tickets/{ticket_id}/links/{link_id}": "group_id",
  "POST /links/undo/{group_id}": "kept[]",
  "PATCH /tickets/follow-up": `group_id missing[] tickets[]{${STAFF_ROW}}`,
  "PUT /tickets/{ticket_id}/follow-up": `group_id ticket{${STAFF_ROW}}`,
  "DELETE /tickets/{ticket_id}/follow-up": `group_id ticket{${STAFF_ROW}}`,
  "GET /tickets/{ticket_id}/checklist": CHECKLIST,
  "POST /tickets/{ticket_id}/checklist": `id ${CHECKLIST}`,
  "PATCH /tickets/{ticket_id}/checklist/{item_id}": CHECKLIST,
  "DELETE /tickets/{ticket_id}/checklist/{item_id}": `group_id ${CHECKLIST}`,
  "POST /checklists/undo/{group_id}": `ticket_id ${CHECKLIST}`,
  "GET /tags": `items[]{${TAG}} ${META}`,
  "GET /replies": `items[]{${REPLY} snippet} ${META}`,
  "POST /replies": SAVED_REPLY,
  "GET /replies/{reply_id}": SAVED_REPLY,
  "PATCH /replies/{reply_id}": SAVED_REPLY,
  "POST /replies/{reply_id}/restore": SAVED_REPLY,
  "POST /replies/{reply_id}/render": RENDERED,
  "POST /replies/render": "missing[] text",
  "POST /replies/{reply_id}/preview": `blanks[] gone[] tickets[]{${RENDERED} client_fullname id refusal{code detail} subject uid stale[]}`,
  "POST /replies/{reply_id}/apply": `comments[]{id ticket_id} group_id missing[] scheduled[] tickets[]{${STAFF_ROW}}`,
  "POST /macros/apply": `group_id missing[] tickets[]{${STAFF_ROW}}`,
  "GET /calendars": `calendars[]{${CALENDAR_LINE}} ${META}`,
  "POST /calendars": CALENDAR,
  "GET /calendars/{calendar_id}": CALENDAR,
  "PUT /calendars/{calendar_id}": CALENDAR,
  "GET /sla/policies": `policies[]{${POLICY_LINE}}`,
  "POST /sla/policies": POLICY,
  "GET /sla/policies/{policy_id}": POLICY,
  "PUT /sla/policies/{policy_id}": POLICY,
  "GET /sla/assignments": `companies[]{${ASSIGNMENT}} organization{${ASSIGNMENT}}`,
  "GET /sla/assignments/{scope}": ASSIGNMENT,
  "PUT /sla/assignments/{scope}": ASSIGNMENT,
  "POST /sla/preview": "changed changes[] looked_at only_later_days open_tickets overdue_less overdue_more",
  "POST /sla/apply": APPLICATION,
  "GET /sla/applications/{group_id}": APPLICATION,
  "POST /sla/undo/{group_id}": APPLICATION,
  "GET /tickets/{ticket_id}/sla": "as_of clocks[] judged_by next_responses ticket_id uid",
  "GET /reports/sla": `meta{from months[] to} rows[]{key label months[]{${FIGURES} month} ${FIGURES}} total{${FIGURES}}`,
  "GET /reports/sla/verdicts": `${META} verdicts[]`,
  "GET /calendars/holidays/countries": "countries[]{code regions[]{code name}} first_year last_year",
  "GET /calendars/holidays": "days[]{day name}",
  "GET /views": `default items[]{${VIEW}} pins[]`,
  "POST /views": `view{${VIEW}}`,
  "GET /views/{view_id}": `view{${VIEW}}`,
  "PATCH /views/{view_id}": `view{${VIEW}}`,
  "PUT /views/pins": "default pins[]",
  "GET /views/counts": "counts",
  "POST /tags": `tag{${TAG}}`,
  "PATCH /tags/{tag_id}": `group_id tag{${TAG}}`,
  "DELETE /tags/{tag_id}": "group_id",
  "POST /tags/{tag_id}/merge": `group_id tag{${TAG}}`,
  "POST /tags/undo/{group_id}": `kept[] tag tickets[]{${STAFF_ROW}}`,
  "POST /tickets/undo/{group_id}": `kept[] tickets[]{${STAFF_ROW}}`,
  "POST /tickets/{ticket_id}/restore": `ticket{${TICKET}}`,
  "POST /tickets/{ticket_id}/solve": `ticket{${TICKET}}`,
  "POST /tickets/{ticket_id}/reopen": `ticket{${TICKET}}`,
  "GET /tickets/{ticket_id}/participants": PARTICIPANTS,
  "GET /tickets/{ticket_id}/colleagues": "colleagues[]{fullname user_id}",
  "POST /tickets/{ticket_id}/participants": PARTICIPANTS,
  "GET /tickets/{ticket_id}/audience":
    "digest outside[]{company_name fullname user_id} readers[]{address fullname user_id user_type} silent[]{fullname user_id} unreachable[]{fullname user_id}",
  "GET /tickets/{ticket_id}/mentionable": "users[]{fullname id is_on_ticket user_type}",
  "GET /tickets/{ticket_id}/scheduled": `scheduled[]{${WAITING}}`,
  "POST /tickets/{ticket_id}/scheduled": WAITING,
  "PATCH /tickets/{ticket_id}/scheduled/{scheduled_id}": WAITING,
  "DELETE /tickets/{ticket_id}/scheduled/{scheduled_id}": WAITING,
  "POST /tickets/{ticket_id}/scheduled/{scheduled_id}/send-now": COMMENT,
  "DELETE /scheduled/groups/{group_id}": `scheduled[]{${WAITING}}`,
  "GET /drafts": "drafts[]{is_internal part_of{id uid} subject ticket_id uid updated_at}",
  "GET /tickets/{ticket_id}/draft": {
    staff: `draft{${DRAFT} effects saved_reply_id}`,
    client_admin: `draft{${DRAFT}}`,
    client: `draft{${DRAFT}}`,
  },
  "PUT /tickets/{ticket_id}/draft": "updated_at version",
  "GET /inbox":
    "items[]{actor_fullname actor_id comment_id done_at excerpt happened_at is_unread news reason status stopped subject ticket_id uid visibility} meta{counts{all mentions unread} next}",
  "GET /inbox/count": "unread",
  "POST /inbox/done-all": "unread done_at",
  "POST /inbox/undone-all": "unread",
  "POST /inbox/{ticket_id}/done": "unread",
  "POST /inbox/{ticket_id}/undone": "unread",
  "POST /inbox/{ticket_id}/unread": "unread",
  "POST /inbox/{ticket_id}/remind": "unread",
  "GET /tickets/{ticket_id}/history": "items[]{at audience by changes[]{field from to} comment_id id kind}",
  "GET /tickets/assignable-users": `${META} users[]{email fullname id}`,
  "GET /tickets/{ticket_id}/comments": `comments[]{${COMMENT}} ${META} total`,
  "POST /tickets/{ticket_id}/comments": `${COMMENT} group_id`,
  "PUT /tickets/{ticket_id}/comments/{comment_id}": COMMENT,
  "GET /tickets/{ticket_id}/comments/{comment_id}/versions": "versions[]{by comment written_at}",
  "POST /uploads": FILE,
  "POST /tickets/{ticket_id}/attachments": FILE,
  "POST /tickets/{ticket_id}/presence": "people[]{fullname id state} ticket_id",
  "GET /users": `${META} users[]{${USER}}`,
  "GET /users/{user_id}": USER,
  "POST /users": `${USER} invite_link`,
  "POST /users/invite": `${USER} invite_link`,
  "POST /users/{user_id}/send-invite": "invite_link",
  "PATCH /users/{user_id}": USER,
  "GET /users/{user_id}/mail-reach": "address bounced{reason reset_asked_at since}",
  "POST /users/{user_id}/try-mail-again": "queued",
  "POST /users/{user_id}/restore": USER,
  "GET /users/{user_id}/erasure": ERASURE,
  "POST /users/{user_id}/erasure": `erased_at erased_by id ${ERASURE}`,
  "POST /users/{user_id}/change-email": USER,
  "GET /roles": `${META} roles[]{${ROLE}}`,
  "GET /roles/{role_id}/permissions": "description permissions[]{category description key label} type",
  "GET /users/{user_id}/roles": `roles[]{${ROLE}}`,
  "POST /users/{user_id}/roles:set": `roles[]{${ROLE}}`,
  "GET /users/{user_id}/roles/history": `history[]{changes{added_roles[] removed_roles[] unchanged_roles[]} id ip_address performed_by_email performed_by_fullname reason timestamp} ${META}`,
  "GET /companies": `companies[]{${COMPANY}} ${META}`,
  // Plain clients know their company's name alone (rule 142).
  "GET /companies/{company_id}": { staff: COMPANY, client_admin: COMPANY, client: "id name" },
  "POST /companies": COMPANY,
  "PATCH /companies/{company_id}": COMPANY,
  "POST /companies/{company_id}/restore": COMPANY,
  "GET /groups": `groups[]{${TEAM}} ${META}`,
  "GET /groups/{group_id}": TEAM,
  "POST /groups": TEAM,
  "PATCH /groups/{group_id}": TEAM,
  "POST /groups/{group_id}/restore": TEAM,
  "GET /settings": SETTINGS,
  "GET /settings/retention":
    "audit_entries{count is_capped} incoming_mails{count is_capped} mails{count is_capped} originals{count is_capped} sessions{count is_capped} tickets{count is_capped}",
  "GET /settings/storage": "bytes is_nearly_full limit_bytes",
  "GET /imports": `imports[]{${IMPORT}}`,
  "POST /imports": IMPORT,
  "PATCH /settings": SETTINGS,
  "PUT /settings/logo": SETTINGS,
  "DELETE /settings/logo": SETTINGS,
  "GET /settings/notifications": {
    staff: `${NOTIFICATIONS} due sla undo_send_seconds`,
    client_admin: NOTIFICATIONS,
    client: NOTIFICATIONS,
  },
  "PATCH /settings/notifications": {
    staff: `${NOTIFICATIONS} due sla undo_send_seconds`,
    client_admin: NOTIFICATIONS,
    client: NOTIFICATIONS,
  },
  "GET /audit":
    "items[]{actor_email actor_id actor_name after at before entity entity_id entity_label id ip_address is_erased kind reason request_id seq via} meta{limit next page pages total total_is_capped}",
  "GET /first-steps": FIRST_STEPS,
  "PATCH /first-steps": FIRST_STEPS,
  "GET /samples": "companies people teams tickets",
  "GET /samples/removal": REMOVAL,
  "POST /samples/removal": REMOVAL,
  "GET /mailboxes": `items[]{${MAILBOX_LINE}}`,
  "GET /mailboxes/{mailbox_id}": MAILBOX,
  "POST /mailboxes": MAILBOX,
  "PATCH /mailboxes/{mailbox_id}": MAILBOX,
  "POST /mailboxes/{mailbox_id}/pause": MAILBOX,
  "POST /mailboxes/{mailbox_id}/resume": MAILBOX,
  "POST /mailboxes/check": MAILBOX_CHECK,
  "POST /mailboxes/{mailbox_id}/check": MAILBOX_CHECK,
  "POST /mailboxes/{mailbox_id}/hook-secret": "secret",
  "GET /mail": `items[]{${MAIL}} ${META}`,
  "GET /mail/captured": "items[]{files[] from html sent_at subject text to}",
  "POST /mail/test": MAIL,
  "POST /mail/{mail_id}/retry": MAIL,
  "GET /incoming": `items[]{${INCOMING}} meta{counts{done failed held ignored spam stored} limit page pages total total_is_capped}`,
  "GET /incoming/{mail_id}": `${INCOMING} cc[]{${PARTY}} date deliveries[]{at door envelope_from envelope_to[] mailbox_address} files[]{bytes name refused type} forwarded_from{${PARTY}} html mentions[] original_kept proof_detail[] quoted reply_to to[]{${PARTY}} words`,
  "POST /incoming/{mail_id}/ignore": INCOMING,
  "POST /incoming/{mail_id}/restore": INCOMING,
  "POST /incoming/{mail_id}/make-ticket": "ticket{id subject uid}",
  "POST /incoming/{mail_id}/join": `comment{${COMMENT}} ticket{id subject uid}`,
  "POST /incoming/{mail_id}/retry": INCOMING,
  "POST /incoming/{mail_id}/block": `${INCOMING} block_id`,
  "POST /incoming/bulk": "done[] skipped[]",
  "GET /incoming/summary": "automatic comments mails tickets",
  "GET /incoming/blocked": "items[]{blocked_at blocked_by_fullname id sender}",
  "GET /tickets/{ticket_id}/mails": `items[]{${TICKET_MAIL}} mailbox{address name}`,
  "GET /users/{user_id}/addresses": `items[]{${ADDRESS}}`,
  "POST /users/{user_id}/addresses": ADDRESS,
  "GET /companies/{company_id}/domains": `items[]{${DOMAIN}}`,
  "POST /companies/{company_id}/domains": DOMAIN,
  "PATCH /companies/{company_id}/domains/{domain}": DOMAIN,
  "GET /dashboard/teams":
    "days teams[]{active closed id in_progress median_resolution_time_hours name open unassigned} whole{active closed in_progress median_resolution_time_hours open unassigned}",
  "GET /dashboard/metrics":
    "system_overview{active_support_staff external_users internal_users total_companies total_users} ticket_metrics{avg_resolution_time_hours by_priority[]{count priority} by_status[]{count status} closed in_progress median_resolution_time_hours open total unassigned_count} ticket_trend[]{closed created date open}",
  "GET /openapi.json": "components info openapi paths security[]{bearer[]} servers[] tags[]",
};
