import { LIMITS } from "#contract/limits.ts";

/** The beginning of a text for a list: what would be filled in is left out, a place that the end cuts off as well. */
export function plainSnippet(snippet: string): string {
  return snippet.replaceAll(/\{\{[^{}]*(?:\}\}?|$)/g, "…");
}

/** On one line. */
export function snippetLine(snippet: string): string {
  return plainSnippet(snippet).replaceAll(/\s+/g, " ").trim();
}

/** With its places as they were written; where the end cuts it off, the last word or place gives way to an ellipsis. */
export function snippetAsWritten(snippet: string): string {
  if (Array.from(snippet).length < LIMITS.replySnippet) return snippet;
  return `${snippet.replace(/\{\{[^{}]*$|\S*$/, "").trimEnd()}…`;
}
