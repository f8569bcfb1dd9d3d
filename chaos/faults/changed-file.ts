import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export type Changes = readonly (readonly [string, string])[];

/** An example of ops/ with what has to be different here; each of the changes has to apply. */
export function fillExample(name: string, changes: Changes): string {
  return readChanged(`ops/${name}`, changes);
}

/** A file of this checkout with what has to be different here; each of the changes has to apply. */
export function readChanged(place: string, changes: Changes): string {
  const path = fileURLToPath(new URL(`../../${place}`, import.meta.url));
  return changes.reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`${place} does not say ${from}`);
      return text.replaceAll(from, to);
    },
    readFileSync(path, "utf8"),
  );
}
