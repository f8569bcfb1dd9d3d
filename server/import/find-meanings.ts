import type { PoolClient } from "pg";
import type { ImportValueField } from "#contract/import/import-fields.ts";
import { findAssignments, type Named } from "./find-assignments.ts";
import { findCompaniesByName } from "./find-requesters.ts";
import type { CountedValue } from "./rows/collect-values.ts";
import { readNamedPerson } from "./rows/parse-row.ts";
import { readMeaning, readPriority, readStatus, type ValueMap } from "./rows/value-map.ts";

export type KnownValue = CountedValue & { meaning: string | null };

/** Finds what each value stands for: a code, or a name that the desk has; null where nobody knows, empty for nothing. */
export async function findMeanings(
  client: PoolClient,
  counted: readonly CountedValue[],
  values: ValueMap,
): Promise<KnownValue[]> {
  const wordOf = ({ field, value }: CountedValue) => readMeaning(field, value, values).trim();
  const names = counted.filter(({ field }) => field === "company").map((each) => wordOf(each).toLowerCase());
  const companies = await findCompaniesByName(client, [...new Set(names)]);
  const drafts = counted.map((each) => asNamed(each.field, wordOf(each)));
  const assignmentOf = await findAssignments(client, drafts);
  const isAssignable = (named: Named) => !("code" in assignmentOf(named));
  return counted.map((each, index) => {
    const word = wordOf(each);
    const draft = drafts[index];
    const known = {
      status: () => readStatus(each.value, values),
      priority: () => readPriority(each.value, values),
      company: () => (word === "" ? "" : (companies.get(word.toLowerCase())?.name ?? null)),
      assignee: () => (draft && isAssignable(draft) ? word : null),
      team: () => (draft && isAssignable(draft) ? word : null),
      client: () => null,
    }[each.field]();
    return { ...each, meaning: known };
  });
}

function asNamed(field: ImportValueField, word: string): Named {
  return {
    assignee: field === "assignee" ? readNamedPerson(word) : null,
    team: field === "team" && word !== "" ? word : null,
  };
}
