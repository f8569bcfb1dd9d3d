/** The name of what a command writes, where it was given one. Anything else ends it with how to use it; `what` is DIR or FILE. */
export function readTarget(command: string, what: string): string | undefined {
  const [given, ...others] = process.argv.slice(2);
  if (!given?.startsWith("-") && others.length === 0) return given;
  process.stderr.write(`${command}: write npm run ${command}, or npm run ${command} -- ${what}.\n`);
  return process.exit(1);
}
