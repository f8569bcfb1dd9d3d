/*
 * Statements of the most frequent requests are built and compiled once; later requests bring their values along. Making the
 * statement of a ticket's page anew took half of the processor time that the app spends on it.
 */
import { CompiledQuery } from "kysely";
import type { Actor } from "#contract/access/actor.ts";
import type { App, Db } from "../request-context.ts";
import { isGuestTransaction } from "./row-level-security.ts";

/** What a statement is built from: a `Ctx`, or what stands in for one. */
export type Asked = { app: App; db: Db; actor: Actor; now: Date };

/** What a statement is asked for, such as an id or the filters of a list. Nothing but JSON: all of it names the statement. */
type Plain =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly Plain[]
  | { readonly [key: string]: Plain };

/** A query of Kysely, or a piece of SQL. */
type Buildable<Row> = { compile(db: Db): CompiledQuery<Row> };
type Built = { text: string; parameters: readonly unknown[] };

const MOST_BUILT = 500;

/**
 * Makes a function that runs the statement which `build` makes for whoever asks. It is built once for all that differ in
 * nothing but ids and the time. Instead of these `build` is given others that stand in for them, alike where they are alike,
 * so that no text can come from their values. What it looks at besides has to be in `of`.
 */
export function buildOnce<Of extends Plain, Row>(build: (asked: Asked, of: Of) => Buildable<Row>) {
  const built = new Map<string, Built>();
  return async (ctx: Asked, of: Of): Promise<Row[]> => {
    const { kind, ids } = putIdsAside(ctx, of);
    let statement = built.get(kind);
    if (!statement) {
      const [actor, standIn]: [Actor, Of] = JSON.parse(kind);
      const { app, db } = ctx;
      const { sql, parameters } = build({ app, db, actor, now: MOMENT }, standIn).compile(db);
      statement = { text: sql, parameters };
      if (built.size >= MOST_BUILT) built.clear();
      built.set(kind, statement);
    }
    const values = statement.parameters.map((each) =>
      each === MOMENT ? ctx.now : typeof each === "string" ? (ids.get(each) ?? each) : each,
    );
    return (await ctx.db.executeQuery<Row>(CompiledQuery.raw(statement.text, values))).rows;
  };
}

/** Says what a statement is built from as JSON with a name in the place of each id, and which name is which id. */
function putIdsAside({ app, db, actor }: Asked, of: Plain): { kind: string; ids: Map<string, string> } {
  const { id, company_id, user_type, company_active, urgent_allowed, roles, permissions } = actor;
  const asker: Actor = { id, company_id, user_type, company_active, urgent_allowed, roles, permissions };
  const names = new Map<string, string>();
  const kind = JSON.stringify([asker, of, isGuestTransaction(db), app.serviceLevels.isOn()]).replaceAll(
    QUOTED_ID,
    (quoted) => {
      const name = names.get(quoted) ?? `"\\u0000id ${String(names.size)}"`;
      names.set(quoted, name);
      return name;
    },
  );
  return {
    kind,
    ids: new Map([...names].map(([quoted, name]) => [JSON.parse(name), quoted.slice(1, -1)])),
  };
}

/** No text that anybody may send contains U+0000, and the database refuses it where a stand-in is left in place. */
const QUOTED_ID = /"[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}"/gi;

/** Stands in for the time. Nothing can be computed from it: the database does that. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const MOMENT = Object.freeze({}) as Date;
