import type { Translated } from "#contract/translation-type.ts";
import { USER_REFUSALS } from "#contract/refusals/users.de.ts";
import { LIB_MESSAGES } from "#web/lib/messages.de.ts";
import type * as English from "./messages.ts";

const permissions = (n: number) => (n === 1 ? "1 Berechtigung" : `${n} Berechtigungen`);

export const ROLES_MESSAGES: Translated<typeof English.ROLES_MESSAGES> = {
  title: "Rollen verwalten",
  notFound: USER_REFUSALS["user.not_found"],
  notFoundHint: "Das Konto gibt es vielleicht nicht, oder Sie dürfen es nicht sehen.",
  failedToFetchUser: LIB_MESSAGES.failedToFetchUser,
  failedToFetchRoles: "Die Rollen konnten nicht geladen werden",
  failedToFetchUserRoles: "Die Rollen des Benutzers konnten nicht geladen werden",
  backToClients: "Zurück zu den Kunden",
  backToUsers: "Zurück zu den Benutzern",
  userInformation: "Angaben zum Benutzer",
  internal: "Intern",
  external: "Extern",
  deleted: "Gelöscht",
  single: "Nur eine Rolle möglich",
  singleHint: "Externe Benutzer haben genau eine Rolle. Wählen Sie eine andere, ersetzt sie die bisherige.",
  readOnly: "Sie können diese Rollen ansehen, aber nicht ändern.",
  readOnlyDeleted: "Dieser Benutzer ist gelöscht, deshalb bleiben die Rollen, wie sie sind.",
  available: "Verfügbare Rollen",
  internalOnly: "Nur interne Rollen",
  externalOnly: "Nur externe Rollen",
  permissions: "Berechtigungen",
  permissionsOf: (role) => `Berechtigungen von ${role}`,
  selected: "Ausgewählte Rollen",
  noneSelected: "Keine Rollen ausgewählt",
  count: (n) => (n === 1 ? "1 Rolle ausgewählt" : `${n} Rollen ausgewählt`),
  permissionCount: permissions,
  details: "Details",
  detailsOf: (role) => `Details zu ${role}`,
  remove: (role) => `${role} entfernen`,
  reason: "Grund",
  reasonHint: "Bleibt im Verlauf erhalten",
  save: "Änderungen speichern",
  saving: "Wird gespeichert …",
  close: "Schließen",
  viewHistory: "Verlauf ansehen",
  openPage: "Als Seite öffnen",
  savedHere: "Die Rollen wurden geändert",
  savedUser: "Die Rollen des Benutzers wurden geändert",
  failed: "Die Rollen konnten nicht geändert werden",
};

export const PERMISSION_MESSAGES: Translated<typeof English.PERMISSION_MESSAGES> = {
  counts: (n, categories) =>
    `${permissions(n)} in ${categories === 1 ? "1 Kategorie" : `${categories} Kategorien`}`,
  empty: "Für diese Rolle sind keine Berechtigungen festgelegt.",
  failed: "Die Berechtigungen konnten nicht geladen werden. Bitte versuchen Sie es noch einmal.",
};

export const HISTORY_MESSAGES: Translated<typeof English.HISTORY_MESSAGES> = {
  title: "Rollenverlauf",
  empty: "Noch keine Änderungen an den Rollen.",
  failed: "Der Rollenverlauf konnte nicht geladen werden. Bitte versuchen Sie es noch einmal.",
  system: "System",
  added: "Hinzugefügt:",
  removed: "Entfernt:",
  unchanged: "Unverändert:",
};
