/*
 * Statements of the most frequent requests are built and compiled once; later requests bring their values along. Making the
 * statement of a ticket's page anew took half of the processor time that the app spends on it.
 */
import { CompiledQuery } from "kysely";
import type { Actor } from "#contract/access/actor.ts";
import { RecentlyUsed } from "../recently-used.ts";
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
type Given = Record<string, unknown>;
type Nothing = Record<string, never>;

const MOST_BUILT = 500;

/**
 * Makes a function that runs the statement which `build` makes for whoever asks. It is built once for all that differ in
 * nothing but ids, the time and what is `given`, values that go to the database as they are. Instead of these `build` gets
 * others that stand in for them, ids alike where they are alike, so that no text can come from their values. What it looks at
 * besides has to be in `of`.
 */
export function buildOnce<Of extends Plain, Row, G extends Given = Nothing>(
  build: (asked: Asked, of: Of, given: G) => Buildable<Row>,
) {
  const built = new RecentlyUsed<Built>(MOST_BUILT);
  return async (ctx: Asked, of: Of, ...[given]: Nothing extends G ? [] : [G]): Promise<Row[]> => {
    const names = Object.keys(given ?? {});
    const { kind, ids } = putIdsAside(ctx, [of, names]);
    const statement = built.take(kind, () => {
      const [actor, [standIn]]: [Actor, [Of]] = JSON.parse(kind);
      const { app, db } = ctx;
      const standIns = Object.fromEntries(names.map((name) => [name, new StandIn(name)]));
      const asked = { app, db, actor, now: as<Date>(MOMENT) };
      const { sql, parameters } = build(asked, standIn, as<G>(standIns)).compile(db);
      return { text: sql, parameters };
    });
    const values = statement.parameters.map((each) => {
      if (each instanceof StandIn) return each === MOMENT ? ctx.now : given?.[each.name];
      return typeof each === "string" ? (ids.get(each) ?? each) : each;
    });
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

/** Stands in for a value. Nothing can be computed from it: the database does that. */
class StandIn {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
  [Symbol.toPrimitive](): never {
    throw new TypeError(`nothing can be made of ${this.name}: it stands in for a value`);
  }
  toJSON(): never {
    return this[Symbol.toPrimitive]();
  }
}
const MOMENT = new StandIn("now");

/** What stands in for values has none of their types. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion, typescript/no-unnecessary-type-parameters
const as = <T>(standIn: object) => standIn as T;
