/** Maps whose keys are data, and the inside of the API's description: not fields of the contract. */
const OPEN = new Set(["counts", "before", "after", "paths", "components", "info", "tags", "servers"]);

/** Every field of an answer by its path, such as `items[].uid`. */
export function fieldsOf(value: unknown, path = ""): string[] {
  if (Array.isArray(value)) return value.flatMap((each: unknown) => fieldsOf(each, `${path}[]`));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const place = path === "" ? key : `${path}.${key}`;
    return [place, ...(OPEN.has(key) ? [] : fieldsOf(inner, place))];
  });
}

/** `id members[]{id name}` as paths: id, members, members[].id, members[].name. */
export function spelledOut(text: string): Set<string> {
  const paths = new Set<string>();
  const prefix: string[] = [];
  let last = "";
  for (const [, word, bracket] of text.matchAll(/([\w[\]]+)|([{}])/g)) {
    if (bracket === "}") prefix.pop();
    if (bracket === "{") prefix.push(last);
    if (word === undefined) continue;
    last = word;
    paths.add([...prefix, word.replace("[]", "")].join("."));
  }
  return paths;
}
