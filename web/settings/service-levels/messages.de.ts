import type { Translated } from "#contract/translation-type.ts";
import type * as English from "./messages.ts";

export const LEVELS_MESSAGES: Translated<typeof English.LEVELS_MESSAGES> = {
  title: "Servicelevel",
  caption: "Wie bald der Helpdesk antwortet und löst, je Priorität",
  new: "Neues Servicelevel",
  start: "Mit diesen Zielen beginnen",
  empty: "Noch kein Servicelevel",
  emptyHint:
    "Gemessen wird erst, wenn Sie eines speichern. Sie beginnen mit üblichen Zielen und mit Geschäftszeiten von Montag bis Freitag.",
  failedToLoad: "Die Servicelevel konnten nicht geladen werden",
  failedToLoadOne: "Das Servicelevel konnte nicht geladen werden",
  loading: "Servicelevel werden geladen …",
  facts: (calendar, companies) =>
    [
      ...(calendar === null ? [] : [calendar]),
      companies === 0 ? null : companies === 1 ? "1 Firma" : `${companies} Firmen`,
    ]
      .filter(Boolean)
      .join(" · "),
  isDefault: "Jede Firma",
  version: (n) => `Version ${n}`,
  usualTitle: "Für jede Firma",
  usualCaption: "Was gilt, wo eine Firma nichts Eigenes hat",
  companiesTitle: "Firmen mit eigenem",
  companiesCaption: "Geändert wird es im Fenster der Firma",
  name: "Name",
  calendar: "Geschäftszeiten",
  usualCalendar: "Die der Organisation oder der Firma",
  targets: "Ziele",
  targetsHint: "Etwa 4h, 90m, 1h 30m oder 1:30; eine bloße Zahl sind Minuten. Leer: nicht versprochen.",
  priority: "Priorität",
  aroundTheClock: "Rund um die Uhr",
  aroundTheClockFor: (priority) => `${priority}: rund um die Uhr`,
  targetFor: (target, priority) => `${target}, ${priority}`,
  targetFault: "Eine Dauer sieht aus wie 4h, 90m oder 1:30",
  pauses: "Die Lösungsuhr wartet",
  pausesForClient: (status) => `solange der Kunde gefragt ist (${status})`,
  pausesForThirdParty: (status) => `solange Dritte gefragt sind (${status})`,
  pausesAre: (pauses) => `Die Lösungsuhr wartet, ${pauses.join(", und ")}.`,
  pausesNever: "Die Lösungsuhr wartet nie.",
  forEveryone: "Für jede Firma ohne eigenes",
  saved: "Das Servicelevel wurde gespeichert",
  failed: "Das Servicelevel konnte nicht gespeichert werden",
  isArchived: "Dieses Servicelevel ist archiviert",
  isArchivedHint: "Was nach ihm beurteilt wurde, lässt sich weiter lesen.",
  archiveTitle: "Servicelevel archivieren",
  archiveAct: "Servicelevel archivieren",
  archived: "Das Servicelevel wurde archiviert",
  failedToArchive: "Das Servicelevel konnte nicht archiviert werden",
};
