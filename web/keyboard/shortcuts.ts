import { type Actor, hasPermission, mayChangeAnything } from "#contract/access/actor.ts";
import { mayWriteInternalNote } from "#contract/access/comments.ts";
import { mayHaveInbox } from "#contract/access/inbox.ts";
import { mayOpenIncoming } from "#contract/access/may-open-page.ts";
import { maySeeReplies } from "#contract/access/replies.ts";
import { maySeeReceipt } from "#contract/access/sla.ts";
import { maySeeTags } from "#contract/access/tags.ts";
import { mayMerge } from "#contract/access/links.ts";
import {
  mayAssignTicket,
  mayBulkChange,
  mayCreateTicket,
  mayFollowUp,
  maySetStatus,
} from "#contract/access/tickets.ts";
import { maySeeViews } from "#contract/access/views.ts";
import { hasDueTimes } from "#web/lib/live/service-levels.ts";
import { sendKeys } from "#web/lib/browser/platform.ts";
import { paletteKeys, themeKeys } from "./chords.ts";
import { SHORTCUT_MESSAGES as MESSAGES } from "./shortcut-messages.ts";

/** A page of the navigation with the key that follows G. */
export type KeyedPage = { to: string; label: string; key: string };
export type Shortcut = { label: string; keys: readonly string[]; may?: (actor: Actor) => boolean };
type Area = { title: string; shortcuts: Shortcut[] };

/** The keys that do something for this person, area by area; without `withSingle` only the others. */
export function listShortcuts(actor: Actor, pages: readonly KeyedPage[], withSingle: boolean): Area[] {
  const areas = [
    { title: MESSAGES.anywhere, shortcuts: anywhere() },
    { title: MESSAGES.goTo, shortcuts: [...pages.map(goTo), ...VIEWS] },
    { title: MESSAGES.lists, shortcuts: LISTS },
    { title: MESSAGES.inbox, shortcuts: INBOX.map((each) => ({ ...each, may: mayHaveInbox })) },
    { title: MESSAGES.ticket, shortcuts: ticket() },
    { title: MESSAGES.incoming, shortcuts: INCOMING.map((each) => ({ ...each, may: mayOpenIncoming })) },
  ];
  return areas
    .map(({ title, shortcuts }) => ({
      title,
      shortcuts: shortcuts.filter(
        ({ keys, may }) => may?.(actor) !== false && (withSingle || !isPlain(keys)),
      ),
    }))
    .filter(({ shortcuts }) => shortcuts.length > 0);
}

/** The caps of a page's shortcut: G, then its letter. */
export function goTo({ label, key }: KeyedPage): Shortcut {
  return { label, keys: ["G", key.toUpperCase()] };
}

function isPlain(keys: readonly string[]): boolean {
  return keys.every((key) => /^[!-~]$/.test(key));
}

function anywhere(): Shortcut[] {
  return [
    { label: MESSAGES.palette, keys: paletteKeys() },
    { label: MESSAGES.create, keys: ["C"], may: mayCreateTicket },
    { label: MESSAGES.search, keys: ["/"] },
    { label: MESSAGES.sidebar, keys: ["["] },
    { label: MESSAGES.theme, keys: themeKeys() },
    { label: MESSAGES.help, keys: ["?"] },
    { label: MESSAGES.close, keys: ["Esc"] },
  ];
}

/** The pinned views by their places, and moving one in the sidebar. */
const VIEWS: Shortcut[] = [
  { label: MESSAGES.pinnedViews, keys: ["G", "1"], may: maySeeViews },
  { label: MESSAGES.moveView, keys: ["Alt", "↑"], may: maySeeViews },
];

const LISTS: Shortcut[] = [
  { label: MESSAGES.move, keys: ["J", "K"] },
  { label: MESSAGES.open, keys: ["↵"] },
  { label: MESSAGES.select, keys: ["X"], may: mayBulkChange },
  { label: MESSAGES.extend, keys: ["⇧", "↓"], may: mayBulkChange },
  { label: MESSAGES.clear, keys: ["Esc"], may: mayBulkChange },
  { label: MESSAGES.onSelection, keys: ["A", "S", "P", "T", "H", "M"], may: mayBulkChange },
  { label: MESSAGES.macro, keys: [";"], may: (actor) => maySeeReplies(actor) && mayBulkChange(actor) },
];

/** The keys of the Inbox, which act on the row of the cursor. */
const INBOX: Shortcut[] = [
  { label: MESSAGES.done, keys: ["E"] },
  { label: MESSAGES.markUnread, keys: ["U"] },
  { label: MESSAGES.remind, keys: ["H"] },
];

/** The keys of the page of incoming mail, which act on the mail that is read. */
const INCOMING: Shortcut[] = [
  { label: MESSAGES.makeContact, keys: ["M"] },
  { label: MESSAGES.makeTicket, keys: ["T"] },
  { label: MESSAGES.joinTicket, keys: ["N"] },
  { label: MESSAGES.itIs, keys: ["W"] },
  { label: MESSAGES.ignore, keys: ["I"] },
  { label: MESSAGES.block, keys: ["B"] },
  { label: MESSAGES.tryAgain, keys: ["R"] },
  { label: MESSAGES.undo, keys: ["U"] },
];

const mayAnswer = (actor: Actor) => hasPermission(actor, "comments.create") && mayChangeAnything(actor);
const mayEdit = (actor: Actor) => hasPermission(actor, "tickets.edit") && mayChangeAnything(actor);

function ticket(): Shortcut[] {
  return [
    { label: MESSAGES.comment, keys: ["R"], may: mayAnswer },
    { label: MESSAGES.note, keys: ["N"], may: (actor) => mayWriteInternalNote(actor) && mayAnswer(actor) },
    { label: MESSAGES.mention, keys: ["@"], may: mayAnswer },
    { label: MESSAGES.savedReply, keys: [";"], may: (actor) => maySeeReplies(actor) && mayAnswer(actor) },
    { label: MESSAGES.send, keys: sendKeys(), may: mayAnswer },
    { label: MESSAGES.undoSend, keys: ["Z"], may: mayHaveInbox },
    { label: MESSAGES.edit, keys: ["E"], may: mayEdit },
    { label: MESSAGES.assign, keys: ["A"], may: mayAssignTicket },
    { label: MESSAGES.status, keys: ["S"], may: (actor) => maySetStatus(actor) || mayEdit(actor) },
    { label: MESSAGES.priority, keys: ["P"], may: mayEdit },
    { label: MESSAGES.tags, keys: ["T"], may: maySeeTags },
    { label: MESSAGES.followUp, keys: ["H"], may: mayFollowUp },
    { label: MESSAGES.merge, keys: ["M"], may: mayMerge },
    {
      label: MESSAGES.receipt,
      keys: ["V"],
      may: (actor) => hasDueTimes() && maySeeReceipt(actor, { shown_to_clients: true }),
    },
    { label: MESSAGES.neighbors, keys: ["J", "K"] },
  ];
}
