/** The displayed name of an operation in the access matrix: its summary, in the language of the build. */
export function operationText(summary: string): string {
  return summary;
}
