/** A former version in the address; what is no number of one is none. */
export function readVersion(raw: unknown): { version?: number } {
  const number = Number(raw);
  return Number.isInteger(number) && number > 0 ? { version: number } : {};
}
