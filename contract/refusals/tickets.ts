/** Refusals about tickets. */
export const TICKET_REFUSALS = {
  "ticket.not_found": "Ticket not found",
  "ticket.erased": "The time of this deleted ticket in the trash has passed: it has been erased",
  "ticket.in_trash": "This ticket is in the trash: restore it first",
  "ticket.trash_administrators_only": "Only administrators can look into the trash",

  "ticket.subject_required": "Subject is required",
  "ticket.issue_required": "Issue description is required",
  "ticket.description_required": "Description is required",
  "ticket.own_company_only": "You can raise tickets for your own company only",
  "ticket.own_requests_only": "You can raise tickets for yourself only",
  "ticket.urgent_switched_off": "Urgent is switched off for your company",
  "ticket.first_status_staff_only": "Only staff can choose the status of a new ticket",
  "ticket.follow_up_unknown": "The ticket that this one follows does not exist",
  "ticket.client_unknown": "The client does not exist",
  "ticket.client_of_other_company": "The client does not belong to this company",
  "ticket.assignee_unfit": "The assignee cannot be assigned tickets",

  "ticket.assign_staff_only": "Only staff can choose who takes a ticket",
  "ticket.move_staff_only": "Only staff can move a ticket to another client or company",
  "ticket.close_or_reopen_only": "You can close this ticket or open it again, but set no other status",
  "ticket.changed_meanwhile": "Someone changed this ticket meanwhile",
  "ticket.base_version_unknown": "base_version is not a version of this ticket",
  "ticket.participant_unfit": "This person cannot follow tickets",

  "ticket.follow_up_too_far": ({ years }: { years: number }) => `Choose a time within ${years} years`,
  "ticket.follow_up_closed": ({ uid }: { uid: string }) => `${uid} is closed: open it first`,

  "ticket.bulk_none": "Choose at least one ticket",
  "ticket.bulk_too_many": ({ max }: { max: number }) => `At most ${max} tickets can be changed at once`,
  "ticket.bulk_no_change": "Choose what to change",
  "ticket.undo_nothing": "There is nothing to undo",
  "ticket.undo_too_late": "It is too late to undo this",

  "ticket.after_other_order": "after belongs to a list in another order",
  "ticket.after_unknown": "after is not a place in this list",
} as const;
