/** A time to wait in German, as it follows "in": seconds up to one and a half minutes, minutes up to two hours, then hours. */
export function waitText(seconds: number): string {
  if (seconds >= 7200) return `${Math.ceil(seconds / 3600)} Stunden`;
  if (seconds >= 90) return `${Math.ceil(seconds / 60)} Minuten`;
  return seconds === 1 ? "1 Sekunde" : `${seconds} Sekunden`;
}
