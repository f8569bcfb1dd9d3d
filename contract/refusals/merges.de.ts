import type { Translated } from "../translation-type.ts";
import type { MERGE_REFUSALS as ENGLISH } from "./merges.ts";

export const MERGE_REFUSALS: Translated<typeof ENGLISH> = {
  "ticket.merged": ({ uid, into }) => `${uid} wurde mit ${into} zusammengeführt`,
  "merge.other_company": ({ uid, company, kept, kept_company }) =>
    `${uid} gehört zu ${company}, ${kept} zu ${kept_company}. Tickets verschiedener Firmen lassen sich nicht zusammenführen: Verknüpfen Sie sie stattdessen.`,
  "merge.without_company": ({ uid }) => `${uid} hat keine Firma: Legen Sie sie zuerst fest`,
  "merge.confidential": "Machen Sie zuerst beide vertraulich",
  "merge.incident_nested": ({ uid, kept }) =>
    `Von ${uid} und ${kept} ist eines eine Störung und das andere Teil einer solchen: Nehmen Sie es zuerst heraus`,
  "merge.other_incident": ({ uid, incident, kept, kept_incident }) =>
    `${uid} gehört zu ${incident}, ${kept} zu ${kept_incident}: Nehmen Sie eines davon zuerst aus seiner Störung`,
  "merge.in_trash": ({ uid }) => `${uid} liegt im Papierkorb`,
  "merge.merged_already": ({ uid }) => `${uid} wurde bereits zusammengeführt`,
  "merge.into_itself": "Ein Ticket kann nicht mit sich selbst zusammengeführt werden",
  "merge.too_many": ({ max }) => `Höchstens ${max} Tickets lassen sich auf einmal zusammenführen`,
  "merge.onward": ({ uid, into }) =>
    `${uid} wurde seither mit ${into} zusammengeführt: Machen Sie das zuerst rückgängig`,
  "merge.split_since": ({ uid }) =>
    `Kommentare sind seither nach ${uid} gewandert: Machen Sie diese Abtrennung zuerst rückgängig`,
  "merge.since_of_one": "Nehmen Sie Kommentare nur bei jeweils einer Zusammenführung mit",
  "merge.description_fixed":
    "Das ist die Beschreibung eines zusammengeführten Tickets, die so bleibt, wie sie war",
  "merge.no_comments": "Wählen Sie mindestens einen Kommentar",
  "merge.too_many_comments": ({ max }) => `Höchstens ${max} Kommentare lassen sich auf einmal verschieben`,
  "merge.comment_unknown": "Ein gewählter Kommentar steht nicht mehr auf diesem Ticket",
  "merge.client_unfit": "Der Kunde muss zur Firma des Tickets gehören",
};
