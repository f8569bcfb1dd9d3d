/** The names of fields that people type text into, as the sentences about them begin. */
export const FIELD_NAMES = {
  authserv_id: "The name of your mail server",
  brand_name: "Name",
  brand_short_name: "Short name",
  calendar_name: "Name",
  checklist_item: "An item",
  city: "City",
  comment: "Comment",
  company_name: "Company name",
  description: "Description",
  email: "Email",
  folder: "Folder",
  full_name: "Full name",
  issue: "Issue",
  language: "Language",
  mail_domain: "Domain",
  mail_server: "Server",
  mailbox_name: "Name",
  phone: "Phone",
  reason: "Reason",
  reply_name: "Name",
  reply_text: "The text",
  search: "Search",
  secret: "The secret",
  signature: "Signature",
  special_day: "The name of a day",
  sla_policy_name: "Name",
  state: "State",
  subject: "Subject",
  support_phone: "Support Phone",
  tag: "Tag",
  tags: "Tags",
  team_name: "Team name",
  ticket_prefix: "Ticket prefix",
  time_zone: "Time zone",
  user_name: "User name",
  view_name: "Name",
} as const;

export type FieldName = keyof typeof FIELD_NAMES;

/** Refusals of a value for its form. `field` is its path in the request, `name` one of the names above. */
export const FIELD_REFUSALS = {
  "field.unknown": ({ field }: { field: string }) => `Unknown field: ${field}`,
  "field.name_required": "Name is required",
  "field.required": ({ field }: { field: string }) => `${field} is required`,
  "field.invalid": ({ field }: { field: string }) => `${field} is not valid`,
  "field.not_id": ({ field }: { field: string }) => `${field || "The value"} must be an id`,
  "field.not_whole_number": ({ field }: { field: string }) => `${field} must be a whole number`,
  "field.too_small": ({ field, min }: { field: string; min: number }) => `${field} must be at least ${min}`,
  "field.too_large": ({ field, max }: { field: string; max: number }) => `${field} must be at most ${max}`,
  "field.not_one_of": ({ field, values }: { field: string; values: readonly string[] }) =>
    `${field} must be ${choiceText(values)}`,
  "field.not_text": ({ name }: { name: FieldName }) => `${FIELD_NAMES[name]} must be text`,
  "field.too_long": ({ name, max }: { name: FieldName; max: number }) =>
    `${FIELD_NAMES[name]} must be at most ${max.toLocaleString("en")} characters`,
  "field.unstorable": ({ field }: { field: string }) =>
    `${field} contains a character that cannot be stored: NUL, or half of a surrogate pair`,
  "field.hidden_character": ({ name }: { name: FieldName }) =>
    `${FIELD_NAMES[name]} contains an invisible character or the end of a line`,
  "field.not_changeable": ({ field }: { field: string }) => `${field} cannot be changed here`,
  "field.choose_another": "Choose another value",
} as const;

function choiceText(values: readonly string[]): string {
  if (values.length > 3) return `one of ${values.join(", ")}`;
  return `${values.slice(0, -1).join(", ")} or ${values.at(-1)}`;
}
