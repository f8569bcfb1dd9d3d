import type { Translated } from "../translation-type.ts";
import type { TICKET_REFUSALS as ENGLISH } from "./tickets.ts";

export const TICKET_REFUSALS: Translated<typeof ENGLISH> = {
  "ticket.not_found": "Ticket nicht gefunden",
  "ticket.erased": "Die Zeit dieses gelöschten Tickets im Papierkorb ist vorbei: Es ist endgültig entfernt",
  "ticket.in_trash": "Dieses Ticket liegt im Papierkorb: Stellen Sie es zuerst wieder her",
  "ticket.trash_administrators_only": "Nur Administratoren können in den Papierkorb sehen",

  "ticket.subject_required": "Bitte geben Sie einen Betreff an",
  "ticket.issue_required": "Bitte beschreiben Sie das Problem",
  "ticket.description_required": "Bitte geben Sie eine Beschreibung an",
  "ticket.own_company_only": "Sie können Tickets nur für Ihre eigene Firma erstellen",
  "ticket.own_requests_only": "Sie können Tickets nur für sich selbst erstellen",
  "ticket.urgent_switched_off": "Dringend ist für Ihre Firma abgeschaltet",
  "ticket.first_status_staff_only": "Nur der Support kann den Status eines neuen Tickets wählen",
  "ticket.follow_up_unknown": "Das Ticket, auf das dieses folgt, gibt es nicht",
  "ticket.client_unknown": "Diesen Kunden gibt es nicht",
  "ticket.client_of_other_company": "Der Kunde gehört nicht zu dieser Firma",
  "ticket.assignee_unfit": "Dieser Person können keine Tickets zugewiesen werden",

  "ticket.assign_staff_only": "Nur der Support kann wählen, wer ein Ticket übernimmt",
  "ticket.move_staff_only":
    "Nur der Support kann ein Ticket zu einem anderen Kunden oder einer anderen Firma verschieben",
  "ticket.close_or_reopen_only":
    "Sie können dieses Ticket schließen oder wieder öffnen, aber keinen anderen Status setzen",
  "ticket.changed_meanwhile": "Dieses Ticket wurde inzwischen geändert",
  "ticket.base_version_unknown": "base_version ist keine Fassung dieses Tickets",
  "ticket.participant_unfit": "Diese Person kann keine Tickets verfolgen",

  "ticket.follow_up_too_far": ({ years }) => `Wählen Sie einen Zeitpunkt innerhalb von ${years} Jahren`,
  "ticket.follow_up_closed": ({ uid }) => `${uid} ist geschlossen: Öffnen Sie es zuerst`,

  "ticket.bulk_none": "Wählen Sie mindestens ein Ticket",
  "ticket.bulk_too_many": ({ max }) => `Höchstens ${max} Tickets können auf einmal geändert werden`,
  "ticket.bulk_no_change": "Wählen Sie, was geändert werden soll",
  "ticket.undo_nothing": "Es gibt nichts rückgängig zu machen",
  "ticket.undo_too_late": "Das lässt sich nicht mehr rückgängig machen",

  "ticket.after_other_order": "after gehört zu einer anders sortierten Liste",
  "ticket.after_unknown": "after ist keine Stelle in dieser Liste",
};
