import type { Translated } from "../translation-type.ts";
import type { SLA_REFUSALS as ENGLISH } from "./sla.ts";

export const SLA_REFUSALS: Translated<typeof ENGLISH> = {
  "sla.policy_not_found": "Servicelevel nicht gefunden",
  "sla.name_required": "Bitte geben Sie dem Servicelevel einen Namen",
  "sla.name_taken": "Es gibt schon ein Servicelevel mit diesem Namen",
  "sla.too_many_policies": ({ max }) => `Es kann höchstens ${max} Servicelevel geben`,
  "sla.policy_unknown": "Dieses Servicelevel gibt es nicht mehr",
  "sla.policy_in_use": ({ companies }) =>
    companies === 0
      ? "Dieses Servicelevel gilt für alle Firmen: Wählen Sie zuerst ein anderes"
      : `Dieses Servicelevel gilt für ${companies} ${companies === 1 ? "Firma" : "Firmen"}`,
  "sla.target_out_of_range": ({ max }) => `Ein Ziel ist eine ganze Zahl von Minuten zwischen 1 und ${max}`,
  "sla.calendar_required": "Wählen Sie einen Kalender: Es gibt keinen, der die Stunden zählt",
  "sla.calendar_unknown": "Diesen Kalender gibt es nicht mehr",
  "sla.inherit_alone": "Entweder das Servicelevel der Organisation oder ein eigenes",
  "sla.choose_one": "Wählen Sie genau eine Änderung",
  "sla.internal_company": "Die interne Firma hat kein Servicelevel",
  "sla.reason_too_short": ({ min }) => `Eine Begründung mit mindestens ${min} Zeichen ist nötig`,
  "sla.nothing_to_judge": "Hier gibt es nichts neu zu beurteilen",
  "sla.month_invalid": "Ein Monat sieht aus wie 2026-10",
  "sla.months_out_of_order": "Der letzte Monat darf nicht vor dem ersten liegen",
  "sla.too_many_months": ({ max }) => `Ein Bericht hat höchstens ${max} Monate`,
  "sla.own_company_only": "Sie sehen die Zahlen Ihrer eigenen Firma",
};
