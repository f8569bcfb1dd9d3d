/*
 * Saved replies hold places in two braces, which are filled in for a ticket in one pass: nothing inside a value is read
 * again. A place without a value stays as it is and has to be filled by hand before the answer goes.
 *
 * Example: "Hello {{client.first_name|there}}, your order {{ask: order number}}" becomes "Hello Tomás, your order
 * {{ask: order number}}" with one place missing.
 */
import { findCode } from "./code-places.ts";
import { escapeValue } from "./escape-value.ts";
import { isPlaceholderName, type PlaceholderName, type PlaceholderValues } from "./placeholders.ts";

/** A place in a text: a known placeholder with the words for when it is missing, or a blank with its label. */
export type PlaceOfValue = {
  /** Where it is in the text, from its first brace to behind its last, in UTF-16 units as JavaScript counts. */
  start: number;
  end: number;
  /** As it stands there, such as `{{ client.name | you }}`. */
  token: string;
} & ({ name: PlaceholderName; fallback: string | null } | { name: "ask"; label: string });

/** A place that is not filled. `label` is the blank's own; of a known placeholder its name. */
export type MissingPlace = { token: string; label: string; start: number; end: number };

/** Values hold no two braces beside each other (escape-value.ts), so that nobody's name looks like a place. */
const TOKEN = /\{\{(?!\{)([^{}]{0,200})\}\}/g;
/** A place within the braces of another one. */
const NESTED = /\{\{[^{}]{0,200}\{\{[^{}]{0,200}\}\}(?:[^{}]{0,200}\}\})?/g;

/** The places of a text in their order, outside code; unknown words in braces are none. */
export function findPlaces(text: string): PlaceOfValue[] {
  return findTokens(text).flatMap(({ inside, ...where }) => {
    const place = readToken(inside);
    return place ? [{ ...where, ...place }] : [];
  });
}

/**
 * What stands in braces like a placeholder and is none, as it stands there, also one within another, which nothing could ever
 * fill in: a reply with such a word is not saved.
 */
export function findUnknown(text: string): string[] {
  const unknown = findTokens(text).filter(({ inside }) => !readToken(inside));
  return [...findTokens(text, NESTED), ...unknown].map(({ token }) => token);
}

/** The places that are still to be filled in a text that somebody sends. */
export function findMissing(text: string): MissingPlace[] {
  return findPlaces(text).map((place) => ({
    token: place.token,
    label: place.name === "ask" ? place.label : place.name,
    start: place.start,
    end: place.end,
  }));
}

/** The labels of missing places, each once. */
export function labelsOf(missing: readonly MissingPlace[]): string[] {
  return [...new Set(missing.map(({ label }) => label))];
}

/** The labels of the blanks of a text, each once, in their order. */
export function findBlanks(text: string): string[] {
  return [...new Set(findPlaces(text).flatMap((place) => (place.name === "ask" ? [place.label] : [])))];
}

/** A text with its values in place, and what is left to fill in, with its place in that text. */
export function renderReply(
  text: string,
  values: PlaceholderValues,
  fills: Readonly<Record<string, string>> = {},
): { text: string; missing: MissingPlace[] } {
  let rendered = "";
  let from = 0;
  for (const place of findPlaces(text)) {
    rendered += text.slice(from, place.start) + (fillPlace(place, text, values, fills) ?? place.token);
    from = place.end;
  }
  rendered += text.slice(from);
  return { text: rendered, missing: findMissing(rendered) };
}

/** What a blank is filled with is the writer's own: it stands there as it was typed. */
function fillPlace(
  place: PlaceOfValue,
  text: string,
  values: PlaceholderValues,
  fills: Readonly<Record<string, string>>,
): string | null {
  if (place.name !== "ask") {
    const value = values[place.name];
    return value === null ? place.fallback : escapeValue(value, text.charAt(place.end));
  }
  const fill = Object.hasOwn(fills, place.label) ? fills[place.label] : undefined;
  return fill === undefined || fill.trim() === "" ? null : fill.trim();
}

function findTokens(text: string, pattern = TOKEN) {
  const code = findCode(text);
  return [...text.matchAll(pattern)]
    .map(({ 0: token, 1: inside = "", index }) => ({
      token,
      inside,
      start: index,
      end: index + token.length,
    }))
    .filter(({ start, end }) => !code.some((place) => start < place.end && place.start < end));
}

const ASK = /^\s*ask\s*:\s*(\S(?:.*\S)?)\s*$/;

/** A line may end between its words, as where somebody wrapped the text by hand. */
function readToken(inside: string) {
  const lines = inside.split("\n").map((each) => each.trim());
  const line = lines.filter((each) => each !== "").join(" ");
  const ask = ASK.exec(line);
  if (ask) return { name: "ask" as const, label: (ask[1] ?? "").replaceAll(/\s+/g, " ") };
  const [name = "", ...fallback] = line.split("|");
  const known = name.trim();
  if (!isPlaceholderName(known)) return null;
  return { name: known, fallback: fallback.length > 0 ? fallback.join("|").trim() : null };
}
