import type { Operation } from "../measure/operations.ts";

/** Lists hold the same tickets in the same order; what was written comes back. */
export function compareAnswers({ name, body }: Operation, answers: Record<string, string>) {
  const ids = (target: string): unknown[] => {
    const read: { items?: { id: string }[] } = JSON.parse(answers[target] ?? "{}");
    return (read.items ?? []).slice(0, 25).map(({ id }) => id);
  };
  if (/^(list|search)/.test(name) && JSON.stringify(ids("ours")) !== JSON.stringify(ids("bare")))
    throw new Error(`${name}: ours and bare answer different tickets`);
  const said = body && Object.values(body)[0];
  for (const answer of Object.values(answers))
    if (typeof said === "string" && !answer.includes(said))
      throw new Error(`${name}: what was sent did not come back`);
}
