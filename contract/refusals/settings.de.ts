import type { Translated } from "../translation-type.ts";
import type { SETTINGS_REFUSALS as ENGLISH } from "./settings.ts";

export const SETTINGS_REFUSALS: Translated<typeof ENGLISH> = {
  "settings.brand_short_name_required": "Bitte geben Sie den Kurznamen an",
  "settings.ticket_prefix_invalid":
    "Das Ticketkürzel besteht aus Großbuchstaben, Ziffern und einem Strich, etwa WP-",
  "settings.password_minimum_not_whole": "Die Mindestlänge muss eine ganze Zahl sein",
  "settings.password_minimum_too_small": "Die Mindestlänge kann nicht unter 8 Zeichen liegen",
  "settings.password_minimum_too_large": "Die Mindestlänge kann höchstens 64 Zeichen sein",
  "settings.undo_send_unknown": "Antworten warten 0, 5, 10 oder 20 Sekunden",
  "settings.time_zone_unknown": "Wählen Sie eine Zeitzone, etwa Europe/Berlin",
  "settings.limit_out_of_bounds": ({ min, max }) =>
    `Wählen Sie eine ganze Zahl von ${min.toLocaleString("de")} bis ${max.toLocaleString("de")}`,
  "settings.file_type_invalid": "Ein Dateityp besteht aus Buchstaben und Ziffern, zum Beispiel exe",
  "settings.file_types_too_many": ({ max }) => `Nennen Sie höchstens ${max} Dateitypen`,
  "settings.sender_invalid": "Schreiben Sie ganze Adressen, zum Beispiel alarm@monitor.example",
  "settings.senders_too_many": ({ max }) => `Nennen Sie höchstens ${max} Adressen`,
  "settings.own_second_factor_first":
    "Richten Sie die Zwei-Faktor-Anmeldung zuerst für sich selbst ein, bevor Ihre Rolle sie verlangt",
  "settings.logo_not_found": "Es gibt kein Logo",
  "settings.logo_too_large": "Das Logo darf höchstens 300 kB groß sein",
  "settings.logo_not_picture": "Das Logo muss ein Bild im Format PNG, JPEG oder WebP sein",
  "settings.no_samples": "Hier gibt es keine Beispieldaten",
};
