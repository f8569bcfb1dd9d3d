import type { FastifyRequest } from "fastify";
import { isStorable } from "#contract/text/text-characters.ts";
import { readSqlState } from "#server/db/database-error.ts";
import { type Refusal, refuseField } from "../refusal.ts";

type Sent = Pick<FastifyRequest, "params" | "query" | "body">;

/**
 * Refuses 422 for a text of a request that the database cannot hold, names of fields included (rule 548). It looks
 * before any schema does, so that no schema has to remember.
 */
export function refuseUnstorableText(sent: Sent): void {
  if (isWhollyStorable(sent)) return;
  for (const { path, text } of walkTexts(sent)) if (!isStorable(text)) throw unstorable(path);
}

/** The same walk without naming places: a body of hundreds of thousands of values must not hold everybody up. */
function isWhollyStorable({ params, query, body }: Sent): boolean {
  const waiting: object[] = [[params, query, body]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const names = Array.isArray(next) ? [] : Object.keys(next);
    for (const text of names) if (!isStorable(text)) return false;
    for (const value of Object.values(next)) {
      if (typeof value === "string" && !isStorable(value)) return false;
      if (isObject(value)) waiting.push(value);
    }
  }
  return true;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function unstorable(path: string): Refusal {
  const field = path.slice(0, 200).toWellFormed().replaceAll("\u0000", "\uFFFD");
  return refuseField(422, field, "field.unstorable", { field });
}

/**
 * The refusal for an error of the database that a value of the request caused, and null for any other: what the desk itself
 * made wrong stays a failure that somebody looks into.
 */
export function refuseValueOf(error: Error, sent: Sent): Refusal | null {
  const state = readSqlState(error);
  if (!VALUE_ERRORS.has(state)) return null;
  for (const { path, text } of walkTexts(sent)) {
    if (!isStorable(text)) return unstorable(path);
    if (state === INVALID_TEXT && quotesAtEnd(error.message, text))
      return refuseField(422, path, "field.invalid", { field: path });
  }
  return null;
}

const INVALID_TEXT = "22P02";
/** Beside it character_not_in_repertoire and untranslatable_character. */
const VALUE_ERRORS = new Set([INVALID_TEXT, "22021", "22P05"]);

/** Whether the sentence ends with the text in quotes, as `invalid input syntax for type uuid: "x"` does in every language. */
function quotesAtEnd(sentence: string, sent: string): boolean {
  // Schemas trim.
  const text = sent.trim();
  return sentence.endsWith(text, sentence.length - 1) && /["„»«“]/u.test(sentence.at(-text.length - 2) ?? "");
}

type Text = { path: string; text: string };

/** All texts, without recursion: a body may nest as deep as it is long. */
function* walkTexts({ params, query, body }: Sent): Generator<Text> {
  const waiting: { path: string; value: unknown }[] = [params, query, body].map((value) => ({
    path: "",
    value,
  }));
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { path, value } = next;
    if (typeof value === "string") yield { path, text: value };
    if (typeof value !== "object" || value === null) continue;
    for (const [name, inner] of Object.entries(value)) {
      const below = path === "" ? name : `${path}.${name}`;
      yield { path: below, text: name };
      waiting.push({ path: below, value: inner });
    }
  }
}
