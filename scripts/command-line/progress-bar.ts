/** Progress of a command as a bar on a terminal, and as nothing elsewhere. */
export function makeBar(output: { isTTY?: boolean; write(text: string): unknown } = process.stderr) {
  const clear = () => {
    if (output.isTTY) output.write("\r\u001b[2K");
  };
  const draw = ({ done, total, words }: { done: number; total: number; words: string }) => {
    if (!output.isTTY) return;
    const share = total === 0 ? 1 : done / total;
    const full = Math.round(share * 30);
    output.write(
      `\r\u001b[2K  ${"█".repeat(full)}${"░".repeat(30 - full)} ${Math.floor(share * 100)} % · ${words}`,
    );
  };
  return { draw, clear };
}
