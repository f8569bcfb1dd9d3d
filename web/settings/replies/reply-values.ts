import { type Language, LANGUAGE_CODES } from "#contract/languages.ts";
import { REPLY_REFUSALS } from "#contract/refusals/replies.ts";
import type { Effects, Reply } from "#web/replies/data.ts";
import { isEmpty, withoutNothing } from "#web/replies/effects/merge-effects.ts";
import type { NewReply, SavedReply } from "./data.ts";

/** The values of the form, named as the server names what it refuses. */
export type ReplyValues = {
  name: string;
  /** A language is there once somebody has chosen it, its text may still be empty. */
  texts: Partial<Record<Language, string>>;
  effects: Effects;
  visibility: Reply["visibility"];
  /** "me", "everyone", or the id of a team. */
  group_id: string;
};

export function valuesOf(reply: SavedReply | null): ReplyValues {
  if (!reply) return { name: "", texts: {}, effects: {}, visibility: "any", group_id: "me" };
  const { name, effects, visibility, audience, group_id: team } = reply;
  return {
    name,
    texts: Object.fromEntries(reply.texts.map(({ language, body }) => [language, body])),
    effects,
    visibility,
    group_id: audience === "team" && team !== null ? team : audience,
  };
}

/** A text that was left empty is none. */
export function bodyOf({ name, texts, effects, visibility, group_id: place }: ReplyValues): NewReply {
  return {
    name,
    texts: LANGUAGE_CODES.flatMap((language) => {
      const body = texts[language] ?? "";
      return body.trim() === "" ? [] : [{ language, body }];
    }),
    effects: withoutNothing(effects),
    visibility,
    ...audienceOf(place),
  };
}

/** The refusal of a reply that has nothing, at the field where something can be written. */
export function checkReply(values: ReplyValues) {
  const hasText = Object.values(values.texts).some((body) => body.trim() !== "");
  return hasText || !isEmpty(withoutNothing(values.effects)) ? {} : { texts: REPLY_REFUSALS["reply.empty"] };
}

function audienceOf(place: string) {
  if (place === "me" || place === "everyone") return { audience: place, group_id: null } as const;
  return { audience: "team", group_id: place } as const;
}
