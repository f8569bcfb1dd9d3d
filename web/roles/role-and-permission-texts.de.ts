import { type Permission, ROLES as STORED_ROLES, type RoleName } from "#contract/access/permissions.ts";
import type { ReplyOf } from "#web/lib/api/api-client.ts";

type PermissionsReply = ReplyOf<"GET /roles/{role_id}/permissions">;

export const ROLES: Record<RoleName, string> = {
  administrator: "Alles, auch Firmen, Kunden und Rollen",
  manager: "Sieht alle Tickets und Auswertungen, löscht Tickets, liest den Rollenverlauf",
  team_lead: "Bearbeitet alle Tickets und betreut das eigene Team",
  support_specialist: "Bearbeitet Tickets, Kommentare und Zuweisungen",
  client_admin: "Betreut die eigene Firma, ihre Benutzer und ihre Tickets",
  Client: "Erstellt und verfolgt eigene Tickets",
};

const TICKETS = "Tickets";
const COMMENTS = "Kommentare";
const USERS = "Benutzer";
const CLIENTS = "Kunden";
const COMPANIES = "Firmen";
const TEAMS = "Teams";
const ROLE = "Rollen";
const SERVICE_LEVELS = "Servicelevel";
const SETTINGS = "Einstellungen";

type Words = readonly [category: string, label: string, description: string];

export const PERMISSIONS: Record<Permission, Words> = {
  "tickets.read": [
    TICKETS,
    "Tickets ansehen",
    "Tickets sehen: der Support alle, Kunden die eigenen oder die ihrer Firma",
  ],
  "tickets.create": [TICKETS, "Tickets erstellen", "Neue Tickets anlegen"],
  "tickets.edit": [TICKETS, "Tickets bearbeiten", "Betreff, Beschreibung und Priorität eines Tickets ändern"],
  "tickets.set_status": [TICKETS, "Status ändern", "Ein Ticket in jeden Status setzen"],
  "tickets.solve": [
    TICKETS,
    "Lösen und wieder öffnen",
    "Ein sichtbares Ticket als gelöst markieren oder wieder öffnen",
  ],
  "tickets.assign": [TICKETS, "Tickets zuweisen", "Bearbeiter und Team eines Tickets festlegen"],
  "tickets.change_requester": [
    TICKETS,
    "Kunden ändern",
    "Ein Ticket zu einem anderen Kunden oder einer anderen Firma verschieben",
  ],
  "tickets.participants": [
    TICKETS,
    "Beteiligte verwalten",
    "Personen hinzufügen und entfernen, die ein Ticket verfolgen",
  ],
  "tickets.bulk": [TICKETS, "Sammeländerungen", "Viele Tickets auf einmal ändern"],
  "tickets.export": [TICKETS, "Tickets exportieren", "Die gefilterte Ticketliste als CSV herunterladen"],
  "tickets.delete": [TICKETS, "Tickets löschen", "Ein Ticket in den Papierkorb legen"],
  "tickets.merge": [
    TICKETS,
    "Tickets zusammenführen",
    "Tickets zu einem zusammenführen, aufteilen und beides rückgängig machen",
  ],
  "tickets.restore": [TICKETS, "Tickets wiederherstellen", "Ein Ticket aus dem Papierkorb zurückholen"],
  "comments.read": [COMMENTS, "Kommentare ansehen", "Das öffentliche Gespräch sichtbarer Tickets lesen"],
  "comments.create": [COMMENTS, "Kommentieren", "Auf sichtbare Tickets öffentlich antworten"],
  "comments.internal": [COMMENTS, "Interne Notizen", "Notizen lesen und schreiben, die Kunden nie sehen"],
  "comments.moderate": [COMMENTS, "Kommentare moderieren", "Kommentare anderer löschen"],
  "comments.versions": [COMMENTS, "Änderungen ansehen", "Frühere Fassungen bearbeiteter Kommentare sehen"],
  "users.read": [USERS, "Benutzer ansehen", "Die Konten des Supports sehen"],
  "users.manage": [
    USERS,
    "Benutzer verwalten",
    "Benutzer anlegen, einladen, bearbeiten, löschen und wiederherstellen",
  ],
  "users.manage_company": [USERS, "Benutzer der Firma verwalten", "Die Benutzer der eigenen Firma betreuen"],
  "clients.read": [CLIENTS, "Kunden ansehen", "Das Kundenverzeichnis sehen"],
  "clients.manage": [
    CLIENTS,
    "Kunden verwalten",
    "Kunden einladen, bearbeiten, löschen und wiederherstellen",
  ],
  "companies.read": [COMPANIES, "Firmen ansehen", "Alle Kundenfirmen sehen"],
  "companies.read_own": [COMPANIES, "Eigene Firma ansehen", "Die Angaben zur eigenen Firma sehen"],
  "companies.edit_own": [
    COMPANIES,
    "Eigene Firma bearbeiten",
    "Beschreibung und Kontaktdaten der eigenen Firma ändern",
  ],
  "companies.create": [COMPANIES, "Firmen anlegen", "Eine Kundenfirma hinzufügen"],
  "companies.edit": [COMPANIES, "Firmen bearbeiten", "Jede Firma ändern oder inaktiv setzen"],
  "companies.delete": [COMPANIES, "Firmen löschen", "Firmen löschen und wiederherstellen"],
  "teams.read": [TEAMS, "Teams ansehen", "Die Teams sehen, die Tickets übernehmen"],
  "teams.manage": [TEAMS, "Teams verwalten", "Teams und ihre Mitglieder anlegen, umbenennen und archivieren"],
  "teams.manage_members": [
    TEAMS,
    "Eigenes Team verwalten",
    "Mitglieder des eigenen Teams hinzufügen und entfernen",
  ],
  "roles.read": [ROLE, "Rollen ansehen", "Rollen sehen und was sie erlauben"],
  "roles.assign": [ROLE, "Rollen zuweisen", "Die Rollen jedes Benutzers ändern"],
  "roles.assign_company": [
    ROLE,
    "Rollen der Firma zuweisen",
    "Die Rolle von Benutzern der eigenen Firma ändern",
  ],
  "roles.history": [ROLE, "Rollenverlauf ansehen", "Sehen, wer wessen Rollen wann und von wo geändert hat"],
  "roles.history_company": [
    ROLE,
    "Rollenverlauf der Firma ansehen",
    "Änderungen an Rollen der eigenen Firma sehen",
  ],
  "reports.dashboard": ["Auswertungen", "Kennzahlen ansehen", "Die Zahlen des ganzen Helpdesks sehen"],
  "reports.read": [
    "Auswertungen",
    "Berichte lesen",
    "Sehen, wie Servicelevel eingehalten wurden, für jede Firma",
  ],
  "sla.read": [
    SERVICE_LEVELS,
    "Servicelevel ansehen",
    "Ziele, Geschäftszeiten und Fälligkeiten sehen, und wie jede Uhr gelaufen ist",
  ],
  "sla.manage": [
    SERVICE_LEVELS,
    "Servicelevel verwalten",
    "Ziele, Geschäftszeiten und Feiertage festlegen, und ein Ticket neu beurteilen",
  ],
  "sla.read_own": [
    SERVICE_LEVELS,
    "Eigenes Servicelevel ansehen",
    "Sehen, was für die eigenen Tickets vereinbart ist, und wie die Uhr gelaufen ist",
  ],
  "settings.manage": [
    SETTINGS,
    "Einstellungen verwalten",
    "Marke, Ticketkürzel, Mail und Passwortregeln ändern",
  ],
  "settings.mail": [
    SETTINGS,
    "Aufgefangene Mails ansehen",
    "Mails lesen, die ohne Mailserver aufgefangen werden",
  ],
  "views.share": [
    TICKETS,
    "Ansichten teilen",
    "Gespeicherte Ansichten für ein Team oder alle Mitarbeitenden anlegen und die anderer bearbeiten",
  ],
  "replies.share": [
    TICKETS,
    "Textbausteine teilen",
    "Textbausteine und Makros für ein Team oder alle Mitarbeitenden anlegen und die anderer bearbeiten",
  ],
  "tags.manage": [SETTINGS, "Schlagwörter verwalten", "Schlagwörter umbenennen, zusammenführen und löschen"],
  "mail.triage": [
    "Mail",
    "Über zurückgehaltene Mails entscheiden",
    "Zurückgehaltene Mails lesen und Tickets daraus machen",
  ],
  "audit.read": [
    "Protokoll",
    "Protokoll ansehen",
    "Den Verlauf aller Änderungen lesen, filtern und exportieren",
  ],
};

const roleTexts = new Map<string, string>(
  STORED_ROLES.map(({ name, description }) => [description, ROLES[name]]),
);
const permissionTexts = new Map<string, Words>(Object.entries(PERMISSIONS));

/** A description of the desk's own stays as it is. */
const roleText = (description: string) => roleTexts.get(description) ?? description;

export function rolesInLanguage<Reply extends { roles: { description: string }[] }>(reply: Reply): Reply {
  const roles = reply.roles.map((role) => ({ ...role, description: roleText(role.description) }));
  return { ...reply, roles };
}

export function permissionsInLanguage(reply: PermissionsReply): PermissionsReply {
  const permissions = reply.permissions.map((permission) => {
    const words = permissionTexts.get(permission.key);
    if (!words) return permission;
    const [category, label, description] = words;
    return { key: permission.key, category, label, description };
  });
  return { ...reply, description: roleText(reply.description), permissions };
}

export function permissionLabel(key: Permission): string {
  return PERMISSIONS[key][1];
}
