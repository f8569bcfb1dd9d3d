/** A time to wait in English, rounded up: seconds up to one and a half minutes, minutes up to two hours, then hours. */
export function waitText(seconds: number): string {
  if (seconds >= 7200) return `${Math.ceil(seconds / 3600)} hours`;
  if (seconds >= 90) return `${Math.ceil(seconds / 60)} minutes`;
  return seconds === 1 ? "1 second" : `${seconds} seconds`;
}
