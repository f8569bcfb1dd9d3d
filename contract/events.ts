/** The readers of an event: public = everybody who sees its object, internal = staff, administrators = the audit log only. */
export type Audience = "public" | "internal" | "administrators";

/** The things that events are about, each with the live topic that its events make stale. */
export const LIVE_TOPICS = {
  ticket: "tickets",
  comment: "comments",
  attachment: "uploads",
  user: "users",
  company: "companies",
  group: "groups",
  tag: "tags",
  view: "views",
  reply: "replies",
  calendar: "calendars",
  sla: "sla",
  settings: "settings",
  mail: "mail",
  incoming: "incoming",
  mailbox: "mailboxes",
} as const;

export type EventEntity = keyof typeof LIVE_TOPICS;

/** The first word of the query keys that an event makes stale, and `topic` of a live change. */
export type LiveTopic = (typeof LIVE_TOPICS)[EventEntity];

type EventDefinition = {
  entity: EventEntity;
  /** Several where the one who records the event chooses: a comment's events go where the comment may be read. */
  audience: Audience | readonly Audience[];
  /**
   * The event that the live stream names to those who may not read this one and yet see the thing in a list: they hear
   * that something changed, and not what was done.
   */
  outsidersHear?: string;
};

const AS_VISIBLE = ["public", "internal"] as const satisfies readonly Audience[];

/**
 * Every kind of event that the history records, as entity.verb in the past tense. `recordEvent()` takes no other; the
 * timeline, the audit log and the live stream derive from this table.
 */
export const EVENTS = {
  "ticket.created": { entity: "ticket", audience: "public" },
  "ticket.changed": { entity: "ticket", audience: "public" },
  "ticket.solved": { entity: "ticket", audience: "public" },
  "ticket.reopened": { entity: "ticket", audience: "public" },
  "ticket.unassigned": { entity: "ticket", audience: "public" },
  "ticket.deleted": { entity: "ticket", audience: "public" },
  "ticket.restored": { entity: "ticket", audience: "public" },
  "ticket.erased": { entity: "ticket", audience: "administrators" },
  "ticket.automatic_reply": { entity: "ticket", audience: "internal" },
  "ticket.mail_bounced": { entity: "ticket", audience: "internal" },
  // Who reads the ticket that stays reads which ones became part of it; of a split nothing but that there was one.
  "ticket.merged": { entity: "ticket", audience: "public" },
  "ticket.unmerged": { entity: "ticket", audience: "public" },
  "ticket.split": { entity: "ticket", audience: "public" },
  "ticket.split_undone": { entity: "ticket", audience: "public" },
  // Clients never learn that there are tags.
  "ticket.tagged": { entity: "ticket", audience: "internal" },
  // Nor that tickets are linked.
  "ticket.linked": { entity: "ticket", audience: "internal" },
  "ticket.unlinked": { entity: "ticket", audience: "internal" },
  // Nor that they belong to an incident.
  "ticket.answered_all": { entity: "ticket", audience: "internal" },
  // Nor of follow-up dates and checklists.
  "ticket.follow_up_set": { entity: "ticket", audience: "internal" },
  "ticket.follow_up_ended": { entity: "ticket", audience: "internal" },
  "ticket.follow_up_due": { entity: "ticket", audience: "internal" },
  "checklist.added": { entity: "ticket", audience: "internal" },
  "checklist.changed": { entity: "ticket", audience: "internal" },
  "checklist.ticked": { entity: "ticket", audience: "internal" },
  "checklist.unticked": { entity: "ticket", audience: "internal" },
  "checklist.deleted": { entity: "ticket", audience: "internal" },
  "checklist.restored": { entity: "ticket", audience: "internal" },
  // Nor who was warned, and what was judged again.
  "ticket.sla_warned": { entity: "ticket", audience: "internal" },
  "ticket.sla_missed": { entity: "ticket", audience: "internal" },
  "ticket.sla_applied": { entity: "ticket", audience: "internal" },
  "ticket.sla_judged_again": { entity: "ticket", audience: "internal" },
  // Of answers that go out later; nobody hears of those that are only held for a moment.
  "comment.scheduled": { entity: "ticket", audience: "internal" },
  "comment.unscheduled": { entity: "ticket", audience: "internal" },
  "comment.stopped": { entity: "ticket", audience: "internal" },
  // Clients do not see which of the staff follow a ticket.
  "ticket.participant_added": { entity: "ticket", audience: AS_VISIBLE },
  "ticket.participant_removed": { entity: "ticket", audience: AS_VISIBLE },

  "comment.created": { entity: "comment", audience: AS_VISIBLE },
  "comment.edited": { entity: "comment", audience: AS_VISIBLE },
  "comment.deleted": { entity: "comment", audience: AS_VISIBLE },
  "comment.moderated": { entity: "comment", audience: AS_VISIBLE },

  "attachment.added": { entity: "attachment", audience: "public" },
  "attachment.deleted": { entity: "attachment", audience: AS_VISIBLE },

  "company.created": { entity: "company", audience: "internal", outsidersHear: "company.changed" },
  "company.changed": { entity: "company", audience: "internal", outsidersHear: "company.changed" },
  "company.deleted": { entity: "company", audience: "internal", outsidersHear: "company.changed" },
  "company.restored": { entity: "company", audience: "internal", outsidersHear: "company.changed" },

  "group.created": { entity: "group", audience: "internal" },
  "group.changed": { entity: "group", audience: "internal" },
  "group.archived": { entity: "group", audience: "internal" },
  "group.restored": { entity: "group", audience: "internal" },

  // The staff's lists show tags by their names: they hear that something changed.
  "tag.created": { entity: "tag", audience: "administrators" },
  "tag.changed": { entity: "tag", audience: "administrators", outsidersHear: "tag.changed" },
  "tag.merged": { entity: "tag", audience: "administrators", outsidersHear: "tag.changed" },
  "tag.deleted": { entity: "tag", audience: "administrators", outsidersHear: "tag.changed" },
  "tag.restored": { entity: "tag", audience: "administrators", outsidersHear: "tag.changed" },

  // Views for a team or for all staff; nobody hears of personal ones.
  "view.created": { entity: "view", audience: "administrators", outsidersHear: "view.changed" },
  "view.changed": { entity: "view", audience: "administrators", outsidersHear: "view.changed" },
  "view.deleted": { entity: "view", audience: "administrators", outsidersHear: "view.changed" },
  "view.restored": { entity: "view", audience: "administrators", outsidersHear: "view.changed" },

  // Saved replies for a team or for all staff; nobody hears of personal ones.
  "reply.created": { entity: "reply", audience: "administrators", outsidersHear: "reply.changed" },
  "reply.changed": { entity: "reply", audience: "administrators", outsidersHear: "reply.changed" },
  "reply.deleted": { entity: "reply", audience: "administrators", outsidersHear: "reply.changed" },
  "reply.restored": { entity: "reply", audience: "administrators", outsidersHear: "reply.changed" },

  // Staff read calendars; clients read of their hours in receipts alone.
  "calendar.saved": { entity: "calendar", audience: "administrators", outsidersHear: "calendar.saved" },
  "calendar.archived": { entity: "calendar", audience: "administrators", outsidersHear: "calendar.saved" },

  "user.created": { entity: "user", audience: "administrators", outsidersHear: "user.changed" },
  "user.changed": { entity: "user", audience: "administrators", outsidersHear: "user.changed" },
  "user.deleted": { entity: "user", audience: "administrators", outsidersHear: "user.changed" },
  "user.erased": { entity: "user", audience: "administrators", outsidersHear: "user.changed" },
  "user.restored": { entity: "user", audience: "administrators", outsidersHear: "user.changed" },
  "user.closed_account": { entity: "user", audience: "administrators", outsidersHear: "user.changed" },
  "user.invited": { entity: "user", audience: "administrators", outsidersHear: "user.changed" },
  "user.invitation_sent": { entity: "user", audience: "administrators", outsidersHear: "user.changed" },
  "user.invitation_accepted": { entity: "user", audience: "administrators", outsidersHear: "user.changed" },
  "user.roles_changed": { entity: "user", audience: "administrators", outsidersHear: "user.changed" },
  "user.email_changed": { entity: "user", audience: "administrators", outsidersHear: "user.changed" },
  "user.email_change_undone": { entity: "user", audience: "administrators", outsidersHear: "user.changed" },
  "user.address_added": { entity: "user", audience: "administrators", outsidersHear: "user.changed" },
  "user.address_removed": { entity: "user", audience: "administrators", outsidersHear: "user.changed" },
  "user.mail_tried_again": { entity: "user", audience: "administrators" },
  "user.rescued": { entity: "user", audience: "administrators" },
  "user.notifications_changed": { entity: "user", audience: "administrators" },
  "user.sign_in_failed": { entity: "user", audience: "administrators" },
  "user.signed_in": { entity: "user", audience: "administrators" },
  "user.signed_out": { entity: "user", audience: "administrators" },
  "user.session_ended": { entity: "user", audience: "administrators" },
  "user.password_changed": { entity: "user", audience: "administrators" },
  "user.password_link_sent": { entity: "user", audience: "administrators" },
  "user.password_reset": { entity: "user", audience: "administrators" },
  "user.second_factor_started": { entity: "user", audience: "administrators" },
  "user.second_factor_turned_on": { entity: "user", audience: "administrators" },
  "user.second_factor_turned_off": { entity: "user", audience: "administrators" },
  "user.second_factor_failed": { entity: "user", audience: "administrators" },
  "user.second_factor_reset": { entity: "user", audience: "administrators" },
  "user.recovery_code_used": { entity: "user", audience: "administrators" },
  "user.recovery_codes_replaced": { entity: "user", audience: "administrators" },

  // Targets and due times are on the pages of the staff: they hear that something changed.
  "sla_policy.saved": { entity: "sla", audience: "administrators", outsidersHear: "sla.assigned" },
  "sla_policy.archived": { entity: "sla", audience: "administrators", outsidersHear: "sla.assigned" },
  "sla.assigned": { entity: "sla", audience: "administrators", outsidersHear: "sla.assigned" },
  "sla.applied": { entity: "sla", audience: "administrators", outsidersHear: "sla.assigned" },
  "sla.undone": { entity: "sla", audience: "administrators", outsidersHear: "sla.assigned" },

  "settings.changed": { entity: "settings", audience: "administrators" },
  "settings.time_zones_updated": { entity: "settings", audience: "administrators" },
  "samples.removed": { entity: "settings", audience: "administrators" },
  "import.started": { entity: "settings", audience: "administrators" },
  "import.undone": { entity: "settings", audience: "administrators" },
  "mail.tested": { entity: "mail", audience: "administrators" },
  "mail.retried": { entity: "mail", audience: "administrators" },

  // Held mail is decided on by people who do not read the audit log: they hear that something changed.
  "incoming.held": { entity: "incoming", audience: "administrators", outsidersHear: "incoming.decided" },
  "incoming.failed": { entity: "incoming", audience: "administrators", outsidersHear: "incoming.decided" },
  "incoming.decided": { entity: "incoming", audience: "administrators", outsidersHear: "incoming.decided" },
  "incoming.ignored": { entity: "incoming", audience: "administrators", outsidersHear: "incoming.decided" },
  "incoming.blocked": { entity: "incoming", audience: "administrators", outsidersHear: "incoming.decided" },
  "incoming.unblocked": { entity: "incoming", audience: "administrators", outsidersHear: "incoming.decided" },
  "incoming.replayed": { entity: "incoming", audience: "administrators", outsidersHear: "incoming.decided" },
  "mailbox.created": { entity: "mailbox", audience: "administrators", outsidersHear: "mailbox.changed" },
  "mailbox.changed": { entity: "mailbox", audience: "administrators", outsidersHear: "mailbox.changed" },
  "mailbox.paused": { entity: "mailbox", audience: "administrators", outsidersHear: "mailbox.changed" },
  "mailbox.deleted": { entity: "mailbox", audience: "administrators", outsidersHear: "mailbox.changed" },
} as const satisfies Record<string, EventDefinition>;

export type EventKind = keyof typeof EVENTS;

/** The kinds of one entity, such as every `"ticket..."`. */
export type KindOf<Entity extends EventEntity> = {
  [Kind in EventKind]: (typeof EVENTS)[Kind]["entity"] extends Entity ? Kind : never;
}[EventKind];

/** The kinds that a ticket's timeline shows: its own and those of its conversation. */
export type TimelineKind = {
  [
    Kind in KindOf<"ticket" | "comment" | "attachment">
  ]: (typeof EVENTS)[Kind]["audience"] extends "administrators" ? never : Kind;
}[KindOf<"ticket" | "comment" | "attachment">];

/** The kinds whose audience is chosen where they are recorded. */
export type KindForAudience = {
  [Kind in EventKind]: (typeof EVENTS)[Kind]["audience"] extends Audience ? never : Kind;
}[EventKind];

/** The details of the events that code reads again; those of the others are for people to read. */
export type EventDetails = {
  "user.roles_changed": { before: { roles: string[] }; after: { roles: string[] } };
  "ticket.participant_added": { after: { participant: string } };
  "ticket.participant_removed": { before: { participant: string } };
  "attachment.added": { after: { ticket_id: string; name: string } };
  "attachment.deleted": { before: { ticket_id: string; name: string } };
};

/** Whether a word of the database or of a newer server is a kind that this version knows. */
export function isEventKind(kind: string): kind is EventKind {
  return Object.hasOwn(EVENTS, kind);
}

/** The kind that the live stream sends to people who may not read the event itself; null for none. */
export function heardByOutsiders(kind: string): EventKind | null {
  if (!isEventKind(kind)) return null;
  const definition: EventDefinition & { outsidersHear?: EventKind } = EVENTS[kind];
  return definition.outsidersHear ?? null;
}
