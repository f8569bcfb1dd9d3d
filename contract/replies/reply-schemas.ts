import { z } from "zod";
import { Id, oneOf, visibleText } from "../field-schemas.ts";
import { LANGUAGE_CODES } from "../languages.ts";
import { LIMITS } from "../limits.ts";
import { FIELD_REFUSALS } from "../refusals/fields.ts";
import { REPLY_REFUSALS } from "../refusals/replies.ts";
import { messagesOf } from "../refusals/schema-message.ts";
import { findUnknown } from "./render.ts";

const message = messagesOf({ ...FIELD_REFUSALS, ...REPLY_REFUSALS });

export const ReplyLanguage = oneOf("language", LANGUAGE_CODES);

export const ReplyBody = visibleText(
  "reply_text",
  LIMITS.comment,
  message("reply.text_required"),
).superRefine((body, ctx) => {
  const [unknown] = findUnknown(body);
  if (unknown !== undefined) ctx.addIssue(message("reply.placeholder_unknown", { placeholder: unknown }));
});

export const ReplyParams = z.object({ reply_id: Id });
export const replyMissing = { 404: "reply.not_found" } as const;
export const exampleReplyParams = { reply_id: "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f" };
