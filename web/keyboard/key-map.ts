import { type Actor, has, mayChangeAnything } from "#contract/access/actor.ts";
import { mayAssignTicket, mayBulkChange, mayCreateTicket, maySetStatus } from "#contract/access/tickets.ts";
import { commandKey, sendKeys } from "../lib/platform.ts";
import { KEYBOARD_WORDS as WORDS } from "./words.ts";

/** A page of the navigation with the key that follows G. */
export type KeyedPage = { to: string; label: string; key: string };
export type Shortcut = { label: string; keys: readonly string[]; may?: (actor: Actor) => boolean };
type Area = { title: string; shortcuts: Shortcut[] };

/** The keys that do something for this person (design 10), area by area; without `withSingle` only the others. */
export function keyMap(actor: Actor, pages: readonly KeyedPage[], withSingle: boolean): Area[] {
  const areas = [
    { title: WORDS.anywhere, shortcuts: anywhere() },
    { title: WORDS.goTo, shortcuts: pages.map(goTo) },
    { title: WORDS.lists, shortcuts: LISTS },
    { title: WORDS.ticket, shortcuts: ticket() },
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

export function paletteKeys(): readonly string[] {
  return [commandKey(), "K"];
}

export function themeKeys(): readonly string[] {
  return [commandKey(), "⇧", "L"];
}

function isPlain(keys: readonly string[]): boolean {
  return keys.every((key) => /^[!-~]$/.test(key));
}

function anywhere(): Shortcut[] {
  return [
    { label: WORDS.palette, keys: paletteKeys() },
    { label: WORDS.create, keys: ["C"], may: mayCreateTicket },
    { label: WORDS.search, keys: ["/"] },
    { label: WORDS.sidebar, keys: ["["] },
    { label: WORDS.theme, keys: themeKeys() },
    { label: WORDS.help, keys: ["?"] },
    { label: WORDS.close, keys: ["Esc"] },
  ];
}

const LISTS: Shortcut[] = [
  { label: WORDS.move, keys: ["J", "K"] },
  { label: WORDS.open, keys: ["↵"] },
  { label: WORDS.select, keys: ["X"], may: mayBulkChange },
  { label: WORDS.extend, keys: ["⇧", "↓"], may: mayBulkChange },
  { label: WORDS.clear, keys: ["Esc"], may: mayBulkChange },
  { label: WORDS.onSelection, keys: ["A", "S", "P"], may: mayBulkChange },
];

const mayAnswer = (actor: Actor) => has(actor, "comments.create") && mayChangeAnything(actor);
const mayEdit = (actor: Actor) => has(actor, "tickets.edit") && mayChangeAnything(actor);

function ticket(): Shortcut[] {
  return [
    { label: WORDS.comment, keys: ["R"], may: mayAnswer },
    { label: WORDS.send, keys: sendKeys(), may: mayAnswer },
    { label: WORDS.edit, keys: ["E"], may: mayEdit },
    { label: WORDS.assign, keys: ["A"], may: mayAssignTicket },
    { label: WORDS.status, keys: ["S"], may: (actor) => maySetStatus(actor) || mayEdit(actor) },
    { label: WORDS.priority, keys: ["P"], may: mayEdit },
    { label: WORDS.neighbours, keys: ["J", "K"] },
  ];
}
