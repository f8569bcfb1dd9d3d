import { ApiError, isRecord, isRefusal } from "#web/lib/api/api-error.ts";
import type { ReplyOf } from "#web/lib/api/api-client.ts";
import { bodyOfBrought, type Brought, broughtFrom } from "#web/replies/composer/brought.ts";
import type { Attachment } from "#web/uploads/upload-file.ts";
import type { Mention } from "../mention/use-mentioning.tsx";
import type { ServerDraft } from "./compare-drafts.ts";

export type Draft = NonNullable<ReplyOf<"GET /tickets/{ticket_id}/draft">["draft"]>;
/** What a box holds. */
export type Box = {
  text: string;
  isInternal: boolean;
  mentions: readonly Mention[];
  attachments: readonly Attachment[];
  brought: Brought | undefined;
};

export const EMPTY_BOX: Box = {
  text: "",
  isInternal: false,
  mentions: [],
  attachments: [],
  brought: undefined,
};

/** What a box holds that shows the server's draft. */
export function boxOf(draft: Draft): Box {
  return {
    text: draft.text,
    isInternal: draft.is_internal,
    mentions: draft.mentions.map(({ user_id, name, is_staff }) => ({ user_id, name, isStaff: is_staff })),
    attachments: draft.attachments,
    brought: broughtFrom(draft.saved_reply_id, draft.effects),
  };
}

/** A box as it is saved. */
export function bodyOf({ text, isInternal, mentions, attachments, brought }: Box) {
  return {
    text,
    is_internal: isInternal,
    mentions: mentions.map(({ user_id, name, isStaff }) => ({ user_id, name, is_staff: isStaff })),
    attachment_ids: attachments.map(({ id }) => id),
    ...bodyOfBrought(brought),
  };
}

/** The words of a box, to compare them with those of the server. */
export function wordsOf({ text, isInternal, attachments, brought }: Box) {
  return { text, isInternal, files: attachments.map(({ id }) => id), sets: setsOf(brought) };
}

/** The words of the server's draft, likewise. */
export function serverDraftOf({ text, is_internal, attachments, version, ...draft }: Draft): ServerDraft {
  const sets = setsOf(broughtFrom(draft.saved_reply_id, draft.effects));
  return { text, isInternal: is_internal, files: attachments.map(({ id }) => id), sets, version };
}

/** One text for one meaning, in whatever order its parts were written; undefined for nothing. */
function setsOf(brought: Brought | undefined): string | undefined {
  const body = Object.entries(bodyOfBrought(brought));
  return body.length === 0 ? undefined : JSON.stringify(Object.fromEntries(body), inOrder);
}

function inOrder(_: string, value: unknown): unknown {
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** The draft that a refusal tells of; anything else is thrown on. */
export function otherOf(error: unknown): Draft | null {
  if (!(error instanceof ApiError) || !isRefusal(error, "draft.changed_meanwhile")) throw error;
  const { draft } = error.problem;
  return isDraft(draft) ? draft : null;
}

function isDraft(value: unknown): value is Draft {
  return isRecord(value) && typeof value["text"] === "string" && typeof value["version"] === "number";
}
