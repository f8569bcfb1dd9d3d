/** What an operation is called where people read about rights: its summary, in the language of the build. */
export function operationText(summary: string): string {
  return summary;
}
