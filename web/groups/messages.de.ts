import type { Translated } from "#contract/translation-type.ts";
import { DIRECTORY_MESSAGES } from "#web/ui/table/directory-messages.de.ts";
import type * as English from "./messages.ts";

export const TEAMS_MESSAGES: Translated<typeof English.TEAMS_MESSAGES> = {
  title: "Teams",
  caption: "Wer welche Tickets gemeinsam übernimmt.",
  new: "Neues Team",
  rename: "Team umbenennen",
  name: "Name des Teams",
  create: "Team anlegen",
  creating: "Wird angelegt …",
  save: "Änderungen speichern",
  saving: "Wird gespeichert …",
  members: "Mitglieder",
  membersOf: (team) => `Mitglieder von ${team}`,
  membersHint: "Wer vom Support in diesem Team arbeitet.",
  selected: (n) => (n === 1 ? "1 Mitglied" : `${n} Mitglieder`),
  findPerson: DIRECTORY_MESSAGES.searchPeople,
  noPeople: "Kein Treffer",
  more: "Mehr anzeigen",
  loading: "Teams werden geladen …",
  loadingPeople: "Personen werden geladen …",
  actionsFor: (team) => `Aktionen für ${team}`,
  archive: "Team archivieren",
  archiveTitle: "Team archivieren",
  archiveLead: "Möchten Sie ",
  archiveRest:
    " wirklich archivieren? Seine offenen Tickets bleiben, ohne Team. Sie können es später wiederherstellen.",
  archiveAct: "Team archivieren",
  archiving: "Wird archiviert …",
  restore: "Team wiederherstellen",
  shown: "Angezeigte Teams",
  present: "Bestehende Teams",
  past: "Archivierte Teams",
  empty: "Keine Teams gefunden",
  emptyHint: "Legen Sie das erste an, dann können Tickets dorthin gehen.",
  emptyPast: "Archivierte Teams lassen sich hier wiederherstellen.",
  failedToFetch: "Die Teams konnten nicht geladen werden",
};

export const TEAM_ACT_MESSAGES: Translated<typeof English.TEAM_ACT_MESSAGES> = {
  created: { done: "Das Team wurde angelegt", failed: "Das Team konnte nicht angelegt werden" },
  changed: { done: "Das Team wurde geändert", failed: "Das Team konnte nicht geändert werden" },
  archived: { done: "Das Team wurde archiviert", failed: "Das Team konnte nicht archiviert werden" },
  restored: {
    done: "Das Team wurde wiederhergestellt",
    failed: "Das Team konnte nicht wiederhergestellt werden",
  },
};
