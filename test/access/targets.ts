import type { Player, Stage } from "./callers.ts";
import { incident, link, linking } from "./make-link-objects.ts";
import { calendar } from "./make-calendar-objects.ts";
import { merged, number, onTicket } from "./make-merge-objects.ts";
import { address, block, domain, incoming, mailbox, ticketMail } from "./make-mail-objects.ts";
import { slaApplication, slaPolicy } from "./make-sla-objects.ts";
import { waitingAnswer } from "./make-sending-objects.ts";
import {
  actionGroup,
  checklistDeletion,
  checklistItem,
  comment,
  company,
  file,
  group,
  inboxRow,
  mail,
  role,
  session,
  staff,
  tag,
  tagging,
  ticket,
  user,
  personalView,
  reply,
  personalReply,
  deletedReply,
  deletedPersonalReply,
  view,
  type Relation,
  type Target,
} from "./make-objects.ts";

type Make = (stage: Stage, player: Player, relation: Relation) => Promise<Target>;

/** Makers of the objects that requests name, past the server: relative to the player, untouched by anybody else. */
export const TARGETS = {
  ticket: (stage, player, relation) => ticket(stage, player, relation, {}),
  closed: (stage, player, relation) => ticket(stage, player, relation, { status: "closed" }),
  clientless: (stage, player, relation) => ticket(stage, player, relation, { clientless: true }),
  comment: (stage, player, relation) => comment(stage, player, relation, "public"),
  note: (stage, player, relation) => comment(stage, player, relation, "internal"),
  file: (stage, player, relation) => file(stage, player, relation, { draft: false }),
  draft: (stage, player, relation) => file(stage, player, relation, { draft: true }),
  user,
  staff,
  company,
  group,
  role,
  session,
  mail,
  actionGroup,
  tag,
  tagging,
  inboxRow,
  link,
  linking,
  incident,
  merged,
  number,
  onTicket,
  view,
  personalView,
  reply,
  personalReply,
  deletedReply,
  deletedPersonalReply,
  calendar,
  slaPolicy,
  slaApplication,
  checklistItem,
  checklistDeletion,
  waitingAnswer,
  waitingGroup: waitingAnswer,
  incoming,
  mailbox,
  ticketMail,
  block,
  address,
  domain,
} as const satisfies Record<string, Make>;
export type Kind = keyof typeof TARGETS;
