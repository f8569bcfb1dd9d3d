/** The beginning of a text for a list: what would be filled in is left out, a place that the end cuts off as well. */
export function plainSnippet(snippet: string): string {
  return snippet.replaceAll(/\{\{[^{}]*(?:\}\}?|$)/g, "…");
}

/** On one line. */
export function snippetLine(snippet: string): string {
  return plainSnippet(snippet).replaceAll(/\s+/g, " ").trim();
}
