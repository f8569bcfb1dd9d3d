import type { Translated } from "../translation-type.ts";
import type { FIELD_NAMES as ENGLISH_NAMES, FIELD_REFUSALS as ENGLISH } from "./fields.ts";

export const FIELD_NAMES: Translated<typeof ENGLISH_NAMES> = {
  authserv_id: "Der Name Ihres Mailservers",
  brand_name: "Der Name",
  brand_short_name: "Der Kurzname",
  calendar_name: "Der Name",
  checklist_item: "Ein Punkt",
  city: "Der Ort",
  comment: "Der Kommentar",
  company_name: "Der Name der Firma",
  description: "Die Beschreibung",
  email: "Die E-Mail-Adresse",
  folder: "Der Ordner",
  full_name: "Der Name",
  issue: "Die Beschreibung",
  language: "Die Sprache",
  mail_domain: "Die Domain",
  mail_server: "Der Server",
  mailbox_name: "Der Name",
  phone: "Das Telefon",
  reason: "Der Grund",
  reply_name: "Der Name",
  reply_text: "Der Text",
  search: "Die Suche",
  secret: "Das Geheimnis",
  signature: "Die Signatur",
  special_day: "Der Name eines Tages",
  sla_policy_name: "Der Name",
  state: "Das Bundesland",
  subject: "Der Betreff",
  support_phone: "Das Telefon",
  tag: "Ein Schlagwort",
  tags: "Die Auswahl der Schlagwörter",
  team_name: "Der Name des Teams",
  ticket_prefix: "Das Ticketkürzel",
  time_zone: "Die Zeitzone",
  user_name: "Der Benutzername",
  view_name: "Der Name",
};

export const FIELD_REFUSALS: Translated<typeof ENGLISH> = {
  "field.unknown": ({ field }) => `Unbekanntes Feld: ${field}`,
  "field.name_required": "Bitte geben Sie den Namen an",
  "field.required": ({ field }) => `${field} fehlt`,
  "field.invalid": ({ field }) => `${field} ist ungültig`,
  "field.not_id": ({ field }) => `${field || "Der Wert"} muss eine ID sein`,
  "field.not_whole_number": ({ field }) => `${field} muss eine ganze Zahl sein`,
  "field.too_small": ({ field, min }) => `${field} muss mindestens ${min} sein`,
  "field.too_large": ({ field, max }) => `${field} darf höchstens ${max} sein`,
  "field.not_one_of": ({ field, values }) => `${field} muss ${choiceText(values)}`,
  "field.not_text": ({ name }) => `${FIELD_NAMES[name]} muss Text sein`,
  "field.too_long": ({ name, max }) =>
    `${FIELD_NAMES[name]} darf höchstens ${max.toLocaleString("de")} Zeichen haben`,
  "field.unstorable": ({ field }) =>
    `${field} enthält ein Zeichen, das sich nicht speichern lässt: NUL oder ein halbes Surrogatpaar`,
  "field.hidden_character": ({ name }) =>
    `${FIELD_NAMES[name]} enthält ein unsichtbares Zeichen oder ein Zeilenende`,
  "field.not_changeable": ({ field }) => `${field} lässt sich hier nicht ändern`,
  "field.choose_another": "Wählen Sie einen anderen Wert",
};

function choiceText(values: readonly string[]): string {
  if (values.length > 3) return `eines davon sein: ${values.join(", ")}`;
  return `${values.slice(0, -1).join(", ")} oder ${values.at(-1)} sein`;
}
