import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** An example of ops/ with what has to be different here; each of the changes has to apply. */
export function fillExample(name: string, changes: readonly (readonly [string, string])[]): string {
  const path = fileURLToPath(new URL(`../../ops/${name}`, import.meta.url));
  return changes.reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`ops/${name} does not say ${from}`);
      return text.replaceAll(from, to);
    },
    readFileSync(path, "utf8"),
  );
}
