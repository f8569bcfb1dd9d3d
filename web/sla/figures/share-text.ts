/** "94 %", rounded down: what was missed once is never 100 %. Null without any. */
export function shareText({ met, missed }: { met: number; missed: number }): string | null {
  const all = met + missed;
  return all === 0 ? null : `${Math.floor((100 * met) / all)} %`;
}
