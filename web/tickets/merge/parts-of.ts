import { MERGE_MESSAGES as MESSAGES } from "./messages.ts";

type Moves = Record<keyof typeof MESSAGES.parts, number>;

/** What came or comes along, such as "2 comments" and "1 file"; what there is none of is left out. */
export function partsOf({ comments, notes, files, checklist }: Moves): string[] {
  const { parts } = MESSAGES;
  return [
    comments > 0 ? parts.comments(comments) : "",
    notes > 0 ? parts.notes(notes) : "",
    files > 0 ? parts.files(files) : "",
    checklist > 0 ? parts.checklist(checklist) : "",
  ].filter((part) => part !== "");
}
