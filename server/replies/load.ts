import { jsonArrayFrom } from "kysely/helpers/postgres";
import type { Language } from "#contract/languages.ts";
import type { Effects } from "#contract/macros/effects.ts";
import { refuse } from "#server/lib/refusal.ts";
import type { Asked } from "#server/lib/db/build-once.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { textQuery, type ReplyText } from "./read.ts";
import { visibleReplyQuery } from "./rows.ts";

/** A saved reply, as it is put on tickets. */
export type LoadedReply = {
  id: string;
  visibility: "public" | "internal" | "any";
  effects: Effects;
  texts: ReplyText[];
};

/** Loads a saved reply that the caller sees. Refuses 404 for one that is deleted. */
export async function loadReply(ctx: Ctx, id: string): Promise<LoadedReply> {
  const reply = await loadedReplyQuery(ctx, id).executeTakeFirst();
  if (!reply) throw refuse(404, "reply.not_found");
  return reply;
}

/** Selects what of a reply that the caller sees is put on tickets. */
export function loadedReplyQuery(asked: Pick<Asked, "actor" | "db">, id: string) {
  return visibleReplyQuery(asked)
    .where("r.id", "=", id)
    .where("r.deleted_at", "is", null)
    .select(["r.id", "r.visibility", "r.effects", jsonArrayFrom(textQuery(asked, id)).as("texts")]);
}

/** Of a note nobody outside is told. */
export function visibilityOf({ visibility }: LoadedReply): "public" | "internal" {
  return visibility === "internal" ? "internal" : "public";
}

/** The text in a language, else the first one; null for a reply without texts. */
export function textIn({ texts }: LoadedReply, language: Language | null): ReplyText | null {
  return texts.find((text) => text.language === language) ?? texts[0] ?? null;
}
