import { REFUSALS_BY_STATUS } from "#contract/refusals/by-status.ts";
import { REFUSALS, type RefusalId, type RefusalParams } from "#contract/refusals/catalogue.ts";
import { fillIn } from "#contract/refusals/sentence.ts";

/** One refusal as a reader of the reference sees it; `params` is an example of what stands in the sentence. */
export type RefusalEntry = { id: RefusalId; statuses: number[]; sentence: string; params?: object };

/** Every refusal that the API knows, by id. */
export function listRefusals(): RefusalEntry[] {
  return listIds()
    .toSorted()
    .map((id) => ({
      id,
      statuses: findStatuses(id),
      sentence: exampleSentence(id),
      params: exampleParams(id),
    }));
}

/** The sentence of a refusal, with an example of what may stand in it. */
export function exampleSentence(id: RefusalId): string {
  return fillIn(REFUSALS[id], exampleParams(id));
}

function listIds(): RefusalId[] {
  return Object.keys(REFUSALS).filter((id): id is RefusalId => id in REFUSALS);
}

function findStatuses(id: RefusalId): number[] {
  return Object.entries(REFUSALS_BY_STATUS)
    .filter(([, ids]) => ids.some((each) => each === id))
    .map(([status]) => Number(status));
}

function exampleParams(id: RefusalId): object | undefined {
  return id in EXAMPLES ? Reflect.get(EXAMPLES, id) : undefined;
}

type WithParams = {
  [Id in RefusalId as RefusalParams<Id> extends undefined ? never : Id]: RefusalParams<Id>;
};

/** Something to fill in for each sentence that needs it. */
const EXAMPLES: WithParams = {
  "comment.mention_cannot_see": { name: "Helena Marsh" },
  "comment.mentions_too_many": { max: 20 },
  "allowance.writes": { allowed: 10, seconds: 1 },
  "allowance.tickets": { allowed: 60, seconds: 720 },
  "allowance.uploads": { allowed: 1000, seconds: 10_800 },
  "allowance.company_uploads": { allowed: 5000, seconds: 10_800 },
  "allowance.letters": { allowed: 3, seconds: 1800 },
  "allowance.address_changes": { allowed: 5, seconds: 36_000 },
  "allowance.invitations": { allowed: 100, seconds: 36_000 },
  "allowance.company_invitations": { allowed: 200, seconds: 36_000 },
  "allowance.taken_addresses": { allowed: 10, seconds: 36_000 },
  "calendar.too_many": { max: 100 },
  "calendar.in_use": { policies: 2, companies: 1, isDefault: false },
  "calendar.too_many_stretches": { max: 4 },
  "calendar.too_many_days": { max: 400 },
  "calendar.holidays_before": { year: 2024 },
  "calendar.holidays_after": { year: 2037 },
  "checklist.full": { max: 50 },
  "sla.too_many_policies": { max: 50 },
  "sla.policy_in_use": { companies: 2 },
  "sla.target_out_of_range": { max: 525_600 },
  "sla.reason_too_short": { min: 3 },
  "sla.too_many_months": { max: 24 },
  "sending.too_many": { max: 50 },
  "draft.too_many": { max: 500 },
  "auth.too_many_attempts": { seconds: 30 },
  "import.unreadable": { reason: "The file is empty: its first line must name the columns." },
  "auth.password_below_minimum": { min: 12 },
  "auth.password_too_long": { max: 128 },
  "company.domain_public": { domain: "gmail.com" },
  "company.domain_taken": { domain: "kestrel.example" },
  "company.domains_full": { max: 20 },
  "field.unknown": { field: "color" },
  "field.required": { field: "user_id" },
  "field.invalid": { field: "from" },
  "field.not_id": { field: "company_id" },
  "field.not_whole_number": { field: "page" },
  "field.too_small": { field: "page", min: 1 },
  "field.too_large": { field: "per_page", max: 100 },
  "field.not_one_of": { field: "order", values: ["asc", "desc"] },
  "field.not_text": { name: "reason" },
  "field.too_long": { name: "subject", max: 200 },
  "field.unstorable": { field: "subject" },
  "field.hidden_character": { name: "full_name" },
  "field.not_changeable": { field: "company_id" },
  "incoming.bulk_too_many": { max: 200 },
  "incoming.domain_of_company": { company: "Kestrel Logistics" },
  "incoming.other_company": { name: "Helena Marsh" },
  "request.malformed": { reason: "Unsupported Media Type" },
  "settings.file_types_too_many": { max: 100 },
  "settings.senders_too_many": { max: 50 },
  "settings.limit_out_of_bounds": { min: 1, max: 1000 },
  "incident.belongs_already": { uid: "WP-4811", incident: "WP-4830" },
  "incident.full": { max: 200 },
  "incident.not_part": { uid: "WP-1042" },
  "link.too_many": { max: 100 },
  "merge.incident_nested": { uid: "WP-1002", kept: "WP-1001" },
  "merge.other_incident": { uid: "WP-1002", incident: "WP-1030", kept: "WP-1001", kept_incident: "WP-1020" },
  "ticket.merged": { uid: "WP-1002", into: "WP-1001" },
  "merge.other_company": {
    uid: "WP-1002",
    company: "Aster Legal",
    kept: "WP-1001",
    kept_company: "Kestrel Logistics",
  },
  "merge.without_company": { uid: "WP-1002" },
  "merge.in_trash": { uid: "WP-1002" },
  "merge.merged_already": { uid: "WP-1002" },
  "merge.too_many": { max: 20 },
  "merge.onward": { uid: "WP-1001", into: "WP-1003" },
  "merge.split_since": { uid: "WP-1003" },
  "merge.too_many_comments": { max: 100 },
  "tag.too_long": { max: 40 },
  "tag.too_many": { max: 2000 },
  "tag.too_many_on_ticket": { max: 20 },
  "ticket.bulk_too_many": { max: 200 },
  "reply.placeholder_unknown": { placeholder: "{{client.nickname}}" },
  "reply.too_many": { max: 1000 },
  "reply.places_missing": { labels: ["client.first_name", "order number"] },
  "reply.without_client": { uid: "WP-4821" },
  "reply.too_long": { uid: "WP-4821", max: 20_000 },
  "macro.assignee_stale": { name: "Sunita Rao" },
  "macro.team_stale": { name: "Field Service" },
  "macro.tag_stale": { name: "vpn" },
  "macro.reply_stale": { name: "VPN: import the profile again" },
  "view.too_many_own": { max: 50 },
  "view.too_many_shared": { max: 100 },
  "view.too_many_pinned": { max: 10 },
  "view.too_many_counted": { max: 10 },
  "ticket.follow_up_closed": { uid: "WP-1042" },
  "ticket.follow_up_too_far": { years: 2 },
  "upload.ticket_full": { max: 200 },
  "user.address_taken": { address: "tomas@home.example" },
  "user.addresses_full": { max: 10 },
  "upload.too_many_at_once": { max: 10 },
};
