/*
 * Statements of the most frequent requests are built and compiled once for each kind of caller; later requests bring their
 * values along. Making the statement of a ticket's page anew took a quarter of the processor time that the app spends on it.
 */
import type { Compilable, CompiledQuery } from "kysely";
import type { Actor } from "#contract/access/actor.ts";
import type { App, Ctx, Db } from "../request-context.ts";

/** What a statement is built from. The actor stands in for all who may the same: no text can depend on which one it is. */
export type Asked = { app: App; db: Db; actor: Actor };

/** Runs the statement of an object for whoever asks, and answers its rows. */
type Run<Row> = (ctx: Ctx, id: string) => Promise<Row[]>;

/** Stand where the values of a request come. None is a UUID, so that the database refuses whatever is left in place. */
const ID = "the object's id";
const ACTOR = "the caller's id";
const COMPANY = "the caller's company";

const MOST_KINDS = 200;

/**
 * Makes a function that runs the statement which `build` makes of an object's id. It is built once for each kind of caller: the
 * ids of actor, company and object are all that may differ from one request to the next.
 */
export function buildOnce<Row>(build: (asked: Asked, id: string) => Compilable<Row>): Run<Row> {
  const built = new Map<string, CompiledQuery<Row>>();
  return async ({ app, db, actor }, id) => {
    const standIn = standInFor(actor);
    const kind = JSON.stringify(standIn);
    let statement = built.get(kind);
    if (!statement) {
      statement = build({ app, db, actor: standIn }, ID).compile();
      if (built.size >= MOST_KINDS) built.clear();
      built.set(kind, statement);
    }
    const values = new Map<unknown, unknown>([
      [ID, id],
      [ACTOR, actor.id],
      [COMPANY, actor.company_id],
    ]);
    const parameters = statement.parameters.map((each) => (values.has(each) ? values.get(each) : each));
    return (await db.executeQuery<Row>({ ...statement, parameters })).rows;
  };
}

/** Everybody of whom the rules say the same. */
function standInFor(actor: Actor): Actor {
  const { user_type, company_active, urgent_allowed, roles, permissions } = actor;
  const company_id = actor.company_id === null ? null : COMPANY;
  return { id: ACTOR, company_id, user_type, company_active, urgent_allowed, roles, permissions };
}
