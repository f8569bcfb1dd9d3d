/** A subject or name that no other story has. */
export function uniqueName(name: string): string {
  return `${name} ${freshWord()}`;
}

/** A word that no other story and no other run has used. */
export function freshWord(): string {
  const letters = Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => (byte % 26) + 97);
  return String.fromCharCode(...letters);
}
