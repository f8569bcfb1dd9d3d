import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { fine, type Finding, more, note } from "./finding.ts";

const RULES = fileURLToPath(new URL("../../docs/rules.md", import.meta.url));

/** What docs/rules.md promises and marks as not built, by the number of the rule: nobody should look for it in vain. */
export function promiseFindings(): Finding[] {
  if (!existsSync(RULES)) return [];
  const unbuilt = listUnbuilt(readFileSync(RULES, "utf8"));
  if (unbuilt.length === 0) return [fine("promises", "every rule is built")];
  return [
    note("promises", `${unbuilt.length} rules of docs/rules.md are not built, or not whole:`),
    ...unbuilt.map(({ rule, what }) => more(`rule ${rule}`, what)),
  ];
}

/** The rules that are marked, each with what is missing of it; the rule itself where all of it is. */
export function listUnbuilt(rules: string): { rule: number; what: string }[] {
  return [...rules.matchAll(/^\| (\d+) \| (.*?) \| (.*) \|$/gm)].flatMap(
    ([, rule, promise = "", held = ""]) => {
      const [, missing] = /not built(?:: ([^|]*))?$/.exec(held.trim()) ?? [];
      if (missing === undefined && !held.trim().endsWith("not built")) return [];
      return [{ rule: Number(rule), what: missing?.trim() ?? promise }];
    },
  );
}
