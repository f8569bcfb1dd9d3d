/** Whether a text ends within code: a block that is not closed, or an odd number of signs on its last line. */
export function isInCode(text: string): boolean {
  const fences = text.match(/^\s*```/gm)?.length ?? 0;
  if (fences % 2 === 1) return true;
  const line = text.slice(text.lastIndexOf("\n") + 1);
  return (line.match(/`/g)?.length ?? 0) % 2 === 1;
}
