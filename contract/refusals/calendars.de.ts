import type { Translated } from "../translation-type.ts";
import type { CALENDAR_REFUSALS as ENGLISH } from "./calendars.ts";

export const CALENDAR_REFUSALS: Translated<typeof ENGLISH> = {
  "calendar.not_found": "Kalender nicht gefunden",
  "calendar.name_required": "Geben Sie dem Kalender einen Namen",
  "calendar.name_taken": "Einen Kalender mit diesem Namen gibt es bereits",
  "calendar.too_many": ({ max }) => `Höchstens ${max} Kalender sind möglich`,
  "calendar.in_use": ({ policies, companies, isDefault }) =>
    `Dieser Kalender ist in Gebrauch: ${[
      ...(isDefault ? ["als Standard"] : []),
      ...(policies > 0 ? [policies === 1 ? "in 1 Servicelevel" : `in ${policies} Servicelevel`] : []),
      ...(companies > 0 ? [companies === 1 ? "bei 1 Firma" : `bei ${companies} Firmen`] : []),
    ].join(", ")}`,
  "calendar.time_invalid": "Zeiten müssen aussehen wie 08:00",
  "calendar.end_before_beginning": "Das Ende muss nach dem Anfang liegen",
  "calendar.hours_overlap": "Diese Zeiten überschneiden sich",
  "calendar.too_many_stretches": ({ max }) => `Ein Tag hat höchstens ${max} Zeitspannen`,
  "calendar.no_hours": "Ein Kalender braucht mindestens eine geöffnete Stunde",
  "calendar.day_invalid": "Wählen Sie ein Datum wie 2026-12-24",
  "calendar.day_name_required": "Geben Sie jedem besonderen Tag einen Namen",
  "calendar.day_twice": "Dieser Tag steht zweimal in der Liste",
  "calendar.too_many_days": ({ max }) => `Ein Kalender hat höchstens ${max} besondere Tage`,
  "calendar.country_unknown": "Die Feiertage dieses Landes sind nicht bekannt",
  "calendar.region_unknown": "Dieses Land hat keine solche Region",
  "calendar.holidays_before": ({ year }) => `Feiertage vor ${year} kennt diese Version nicht`,
  "calendar.holidays_after": ({ year }) => `Feiertage nach ${year} kennt diese Version nicht`,
};
