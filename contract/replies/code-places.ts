/*
 * Where code stands in a text: blocks between fences, and what stands between backticks. Placeholders are neither filled in
 * nor looked for there, so that somebody can write about them. It reads as the page does that shows the text (contract/markdown):
 * a fence may be indented or quoted and, unclosed, goes on to the end; backticks are closed by as many, within a paragraph.
 */
export type Place = { start: number; end: number };

/** The places of code, from the beginning of the text. */
export function findCode(text: string): Place[] {
  const places: Place[] = [];
  let prose = 0;
  for (const block of findFenced(text)) {
    places.push(...findSpans(text, { start: prose, end: block.start }), block);
    prose = block.end;
  }
  return [...places, ...findSpans(text, { start: prose, end: text.length })];
}

const FENCE = /^[ \t>]*(`{3,}|~{3,})([^\n]*)$/gm;

function findFenced(text: string): Place[] {
  const blocks: Place[] = [];
  let open: { start: number; marks: string } | null = null;
  for (const { 0: line, 1: marks = "", 2: rest = "", index } of text.matchAll(FENCE)) {
    if (open === null) {
      // Backticks behind the mark make it a code span.
      if (!marks.startsWith("`") || !rest.includes("`")) open = { start: index, marks };
    } else if (marks.startsWith(open.marks) && rest.trim() === "") {
      blocks.push({ start: open.start, end: index + line.length });
      open = null;
    }
  }
  return open ? [...blocks, { start: open.start, end: text.length }] : blocks;
}

/** A run of backticks, but for one that a backslash makes a sign of its own; and the end of a paragraph. */
const TICKS = /\\`|`+|\n[ \t]*\n/g;

function findSpans(text: string, { start, end }: Place): Place[] {
  const spans: Place[] = [];
  const marks = [...text.slice(start, end).matchAll(TICKS)].filter(([mark]) => !mark.startsWith("\\"));
  for (let at = 0; at < marks.length; at += 1) {
    const opening = marks[at];
    if (!opening?.[0].startsWith("`")) continue;
    const closing = findClosing(marks, at);
    const last = marks[closing];
    if (!last) continue;
    spans.push({ start: start + opening.index, end: start + last.index + last[0].length });
    at = closing;
  }
  return spans;
}

/** The index of the mark that closes another one; -1 for none before the paragraph ends. */
function findClosing(marks: readonly RegExpExecArray[], opening: number): number {
  for (let at = opening + 1; at < marks.length; at += 1) {
    const mark = marks[at]?.[0] ?? "";
    if (mark.startsWith("\n")) return -1;
    if (mark === marks[opening]?.[0]) return at;
  }
  return -1;
}
