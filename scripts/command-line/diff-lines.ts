/** The lines that differ between two texts, between those that both begin and end with: `- ` before, `+ ` after. */
export function diffLines(before: string, after: string): string[] {
  const old = before.split("\n");
  const now = after.split("\n");
  let first = 0;
  while (first < old.length && first < now.length && old[first] === now[first]) first += 1;
  let last = 0;
  while (
    last < old.length - first &&
    last < now.length - first &&
    old[old.length - 1 - last] === now[now.length - 1 - last]
  )
    last += 1;
  return [
    ...old.slice(first, old.length - last).map((line) => `- ${line}`),
    ...now.slice(first, now.length - last).map((line) => `+ ${line}`),
  ];
}
