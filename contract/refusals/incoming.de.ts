import type { Translated } from "../translation-type.ts";
import type { INCOMING_REFUSALS as ENGLISH } from "./incoming.ts";

export const INCOMING_REFUSALS: Translated<typeof ENGLISH> = {
  "incoming.not_found": "Mail nicht gefunden",
  "incoming.original_gone": "Das Original dieser Mail wird nicht mehr aufbewahrt",
  "incoming.decided_already": "Über diese Mail ist schon entschieden",
  "incoming.company_required": "Wählen Sie eine Firma",
  "incoming.name_required": "Geben Sie einen Namen ein",
  "incoming.subject_required": "Geben Sie einen Betreff ein",
  "incoming.sender_unclear": "Die Mail sagt nicht klar, wer sie gesendet hat",
  "incoming.colleague_by_administrators":
    "Nur wer Benutzer verwaltet, gibt jemandem aus dem Team eine weitere Adresse",
  "incoming.other_company": ({ name }) => `${name} gehört zu einer anderen Firma`,
  "incoming.domain_of_company": ({ company }) => `Von dieser Domain schreiben Personen von ${company}`,
  "incoming.domain_of_desk": "Von dieser Domain schreibt dieser Helpdesk",
  "incoming.address_of_desk": "Von dieser Adresse schreibt dieser Helpdesk",
  "incoming.bulk_none": "Wählen Sie mindestens eine Mail",
  "incoming.bulk_too_many": ({ max }) => `Wählen Sie höchstens ${max} Mails`,
  "incoming.block_not_found": "Gesperrter Absender nicht gefunden",
};
