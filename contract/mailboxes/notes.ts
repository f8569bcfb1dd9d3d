import { MAILBOX_NOTES } from "../refusals/mailbox-notes.ts";
import { fillIn, type ParamsOf } from "../refusals/sentence.ts";

/** The steps of a check, in their order. */
export const CHECK_STEPS = ["reach", "tls", "sign_in", "folder", "sending", "plus"] as const;
export type CheckStep = (typeof CHECK_STEPS)[number];

export type NoteCode = keyof typeof MAILBOX_NOTES;
export type NoteParams<Code extends NoteCode> = ParamsOf<(typeof MAILBOX_NOTES)[Code]>;

/** Whether a word of the database is a code that this version knows. */
export function isNoteCode(code: string): code is NoteCode {
  return Object.hasOwn(MAILBOX_NOTES, code);
}

export const NOTE_CODES = Object.keys(MAILBOX_NOTES).filter(isNoteCode);

/** The sentence of a note in the language of the build. */
export function sayNote(code: NoteCode, params: unknown): string {
  return fillIn(MAILBOX_NOTES[code], params);
}
