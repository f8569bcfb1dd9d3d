import { placeLabel } from "../replies/placeholder-labels.ts";

/** Refusals about saved replies. */
export const REPLY_REFUSALS = {
  "reply.not_found": "Saved reply not found",
  "reply.text_required": "Write a text, or leave the language out",
  "reply.empty": "Write a text or choose what it sets",
  "reply.language_twice": "Write one text for each language",
  "reply.placeholder_unknown": ({ placeholder }: { placeholder: string }) =>
    `Unknown placeholder "${placeholder}"`,
  "reply.own_alone": "Only whose reply it is can keep it for themselves",
  "reply.too_many": ({ max }: { max: number }) =>
    `At most ${max.toLocaleString("en")} saved replies can be kept`,
  "reply.places_missing": ({ labels }: { labels: readonly string[] }) =>
    `Fill in the marked places first: ${labels.map(placeLabel).join(", ")}`,
  "reply.without_client": ({ uid }: { uid: string }) => `${uid} has no client to answer`,
  "reply.too_long": ({ uid, max }: { uid: string; max: number }) =>
    `The text for ${uid} is longer than ${max.toLocaleString("en")} characters`,
} as const;
