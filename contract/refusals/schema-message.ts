import type { RefusalId } from "./catalogue.ts";
import { fillIn, type ParamsOf, type Sentence } from "./sentence.ts";

/** The message of a schema: the id of a sentence, and its parameters. */
export type SchemaRefusal = { id: RefusalId; params: unknown };

/*
 * A schema of zod can say a text and nothing else. The text is what a form shows, in the language of its build; the
 * server finds the id again here, so that its answer carries both.
 */
const SAID = new Map<string, SchemaRefusal>();

type Filled<S> = ParamsOf<S> extends undefined ? [] : [params: ParamsOf<S>];

/** For the schemas of a feature: `message("ticket.bulk_too_many", { max: 100 })` is the sentence, typed by its id. */
export function messagesOf<const Refusals extends Partial<Record<RefusalId, Sentence>>>(refusals: Refusals) {
  return function message<Id extends keyof Refusals & RefusalId>(
    id: Id,
    ...[params]: Filled<Refusals[Id]>
  ): string {
    const text = fillIn(refusals[id] ?? "", params);
    SAID.set(text, { id, params });
    return text;
  };
}

/** The id and parameters in a schema's message; undefined for a message of zod itself. */
export function refusalSaid(text: string): SchemaRefusal | undefined {
  return SAID.get(text);
}
