import type { Translated } from "../translation-type.ts";
import type { ROLE_REFUSALS as ENGLISH } from "./roles.ts";

export const ROLE_REFUSALS: Translated<typeof ENGLISH> = {
  "role.not_found": "Rolle nicht gefunden",
  "role.unknown": "Diese Rolle gibt es nicht",
  "role.at_least_one": "Wählen Sie mindestens eine Rolle",
  "role.external_only": "Externe Benutzer können nur eine externe Rolle haben",
  "role.internal_only": "Interne Benutzer können nur interne Rollen haben",
  "role.external_exactly_one": "Externe Benutzer haben genau eine Rolle",
  "role.last_administrator": "Mindestens ein Administrator muss bleiben",
  "role.last_client_admin": "Mindestens ein Kundenadmin muss bleiben",
};
