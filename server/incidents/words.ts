import type { Language } from "#contract/languages.ts";
import { type MissingPlace, renderReply } from "#contract/replies/render.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { refuse } from "#server/lib/refusal.ts";
import { type LoadedReply, loadReply, textIn } from "#server/replies/load.ts";
import { readDeskFacts, readTicketFacts, valuesOf } from "#server/replies/values.ts";
import { readDeskLanguage } from "#server/settings/read.ts";

/** The words of an answer to all reporters: one text for all, or a saved reply in each one's language. */
export type Words = { text: string; reply: LoadedReply | null };

type Asked = { comment?: string | undefined; saved_reply_id?: string | undefined };

/** Resolves the words; null where none are given. Refuses 422 both, or a reply that is not for clients, 404 an unseen one. */
export async function resolveWords(ctx: Ctx, { comment, saved_reply_id }: Asked): Promise<Words | null> {
  if (comment !== undefined && saved_reply_id !== undefined) throw refuse(422, "incident.choose_one");
  if (comment !== undefined) return { text: comment, reply: null };
  if (saved_reply_id === undefined) return null;
  const reply = await loadReply(ctx, saved_reply_id);
  const [first] = reply.texts;
  if (!first || reply.visibility === "internal") throw refuse(422, "incident.reply_unfit");
  return { text: first.body, reply };
}

export type Rendered = { text: string; language: Language; missing: MissingPlace[] };

/** Fills the words in for each of the tickets, by their ids, through what the caller sees of them. */
export async function renderWords(
  ctx: Ctx,
  { text, reply }: Words,
  ids: readonly string[],
): Promise<Map<string, Rendered>> {
  const facts = await readTicketFacts(ctx, ids);
  const desk = await readDeskFacts(ctx);
  const usual = await readDeskLanguage(ctx.db);
  return new Map(
    [...facts.values()].map((ticket) => {
      const own = reply && textIn(reply, ticket.language);
      const language = own?.language ?? ticket.language ?? usual;
      return [ticket.id, { ...renderReply(own?.body ?? text, valuesOf(ticket, desk, language)), language }];
    }),
  );
}
