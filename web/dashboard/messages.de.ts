import type { Translated } from "#contract/translation-type.ts";
import type * as English from "./messages.ts";

export const DASHBOARD_MESSAGES: Translated<typeof English.DASHBOARD_MESSAGES> = {
  title: "Übersicht",
  welcome: (fullname) => `Willkommen zurück, ${fullname}`,
};

export const METRICS_MESSAGES: Translated<typeof English.METRICS_MESSAGES> = {
  failed: "Die Kennzahlen konnten nicht geladen werden",
  figuresOf: (time) => `Die Zahlen unten sind von ${time}.`,
  keyFigures: "Kennzahlen",
  open: "Offene Tickets",
  openMeans: "Tickets mit dem Status „Offen“",
  inProgress: "In Arbeit",
  inProgressMeans: "Tickets mit dem Status „In Arbeit“",
  unassigned: "Nicht zugewiesen",
  unassignedMeans: "Tickets ohne Bearbeiter, die nicht geschlossen sind",
  average: "Ø Lösungszeit",
  averageMeans:
    "Vom Erstellen bis zum letzten Schließen aller Tickets, die jetzt geschlossen sind: Kalenderstunden, arithmetisches Mittel, gerundet. Die Hälfte brauchte höchstens den Median.",
  averageUnit: (hours) => (hours === 1 ? "Stunde" : "Stunden"),
  median: (hours) => `· Median ${hours}`,
  notAvailable: "k. A.",
  users: "Benutzer gesamt",
  usersMeans: "Alle mit einem Konto, ohne die gelöschten",
  usersSplit: (internal, external) => `${internal} intern, ${external} extern`,
  companies: "Firmen gesamt",
  companiesMeans: "Kundenfirmen, auch inaktive, ohne die gelöschten",
  tickets: "Tickets gesamt",
  ticketsMeans: "Alle Tickets außerhalb des Papierkorbs. Aktiv heißt: nicht geschlossen",
  ticketsSplit: (active, closed) => `${active} aktiv · ${closed} geschlossen`,
  staff: "Aktive Bearbeiter",
  staffMeans: "Interne Benutzer, denen Tickets zugewiesen werden können, ohne die gelöschten",
};

export const CHART_MESSAGES: Translated<typeof English.CHART_MESSAGES> = {
  trend: "Erstellte Tickets",
  trendCaption: "Letzte 30 Tage",
  trendEmpty: "Keine Daten zum Verlauf",
  trendSummary: (least, most) =>
    `Erstellte Tickets je Tag in den letzten 30 Tagen, zwischen ${least} und ${most}`,
  inTotal: "insgesamt",
  created: "Erstellt",
  createdOn: (day, count) => `${day}: ${count} erstellt`,
  date: "Datum",
  status: "Status",
  statusEmpty: "Keine Daten zu Tickets",
  statusSummary: "Tickets nach Status",
  priority: "Priorität",
  priorityEmpty: "Keine Daten zu Prioritäten",
  prioritySummary: "Tickets nach Priorität",
  allTickets: "Alle Tickets",
  tickets: "Tickets",
  marked: (label, count) => `${label}: ${count}`,
};

export const RECENT_MESSAGES: Translated<typeof English.RECENT_MESSAGES> = {
  title: "Neueste Tickets",
  edit: "Bearbeiten",
  editTicket: (uid) => `${uid} bearbeiten`,
  assign: "Zuweisen",
  assignTicket: (uid) => `${uid} einem Bearbeiter zuweisen`,
  showing: (shown, total) => `${shown} von ${total} Ticket(s)`,
  rowsPerPage: "Zeilen je Seite",
  openList: "Zum Blättern die Ticketliste öffnen",
  previousPage: "Vorige Seite",
  nextPage: "Nächste Seite",
};

export const CLIENT_MESSAGES: Translated<typeof English.CLIENT_MESSAGES> = {
  summary: "Zusammenfassung",
  total: "Tickets gesamt",
  totalCaption: "Alle Ihre Support-Tickets",
  open: "Offene Tickets",
  openCaption: "Daran wird gerade gearbeitet",
  inProgress: (count) => `${count} in Arbeit`,
  onHold: (count) => `${count} pausiert`,
  pending: "Wartende Tickets",
  pendingCaption: "Warten auf eine Antwort",
  resolved: "Gelöst",
  resolvedCaption: "Erfolgreich gelöst",
  recent: "Ihre neuesten Tickets",
  assignedTo: "Bearbeiter",
  lastUpdated: "Zuletzt geändert",
  empty: "Noch keine Tickets",
  emptyHint: "Erstellen Sie Ihr erstes Support-Ticket, dann geht es los",
  createTicket: "Ticket erstellen",
};

export const COMPANY_MESSAGES: Translated<typeof English.COMPANY_MESSAGES> = {
  edit: "Angaben zur Firma bearbeiten",
  title: "Angaben zur Firma bearbeiten",
  hint: "Ändern Sie die Beschreibung und die Kontaktdaten Ihrer Firma.",
  description: "Beschreibung",
  supportEmail: "Support-E-Mail",
  supportPhone: "Support-Telefon",
  save: "Änderungen speichern",
  saving: "Wird gespeichert …",
  failedToFetch: "Die Firma konnte nicht geladen werden",
  updated: "Die Angaben zur Firma wurden geändert",
  failedToUpdate: "Die Angaben zur Firma konnten nicht geändert werden",
  noCompany: "Keine Firma zugeordnet",
};

export const TEAM_FIGURES_MESSAGES: Translated<typeof English.TEAM_FIGURES_MESSAGES> = {
  title: "Ihre Teams",
  titleAll: "Teams",
  team: "Team",
  whole: "Ganzer Helpdesk",
  active: "Aktiv",
  open: "Offen",
  inProgress: "In Arbeit",
  unassigned: "Niemand",
  closed: "Erledigt",
  closedMeans: (days) => `Innerhalb von ${days} Tagen geschlossen und noch geschlossen`,
  median: "Median",
  medianMeans: (days) => `Die Hälfte der in ${days} Tagen geschlossenen Tickets brauchte höchstens so lange`,
  hours: (n) => `${n} h`,
  none: "–",
  note: (days) => `Erledigt und mittlere Zeit bis dahin: der letzten ${days} Tage.`,
};
