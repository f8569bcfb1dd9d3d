import { sql, type RawBuilder, type SqlBool } from "kysely";
import { z } from "zod";
import { placeInCourse } from "../status-sql.ts";
import { refuse } from "#server/lib/refusal.ts";
import type { Query } from "./filters.ts";
import { dueTime } from "./match-due.ts";

type Direction = "asc" | "desc";
export type Order = { name: string; value: RawBuilder<unknown>; cast: string; direction: Direction };

/** Sorts behind every name. */
export const UNASSIGNED_LAST = "\uFFFF";

/** The value of each sort, never null, so that a cursor can name its place. Ties are broken by id. */
const SORTS: Record<
  NonNullable<Query["sort"]>,
  { value: RawBuilder<unknown>; cast: string; usual: Direction }
> = {
  updated: { value: sql`t.updated`, cast: "timestamptz", usual: "desc" },
  created: { value: sql`t.created`, cast: "timestamptz", usual: "desc" },
  uid: { value: sql`t.number`, cast: "bigint", usual: "asc" },
  subject: { value: sql`lower(t.subject)`, cast: "text", usual: "asc" },
  status: {
    value: placeInCourse("t.status"),
    cast: "int",
    usual: "asc",
  },
  priority: {
    value: sql`array_position(array['low', 'normal', 'high', 'urgent'], t.priority)`,
    cast: "int",
    usual: "asc",
  },
  assignee: {
    value: sql`coalesce((select lower(fullname) from users where id = t.assignee_id), ${sql.lit(UNASSIGNED_LAST)})`,
    cast: "text",
    usual: "asc",
  },
  due: { value: sql`null`, cast: "timestamptz", usual: "asc" },
};

export function parseOrder(query: Pick<Query, "sort" | "order">): Order {
  const name = query.sort ?? "updated";
  const { value, cast, usual } = SORTS[name];
  const direction = query.order ?? (query.sort ? usual : "desc");
  return { name, value: name === "due" ? dueTime(direction) : value, cast, direction };
}

const Cursor = z.tuple([z.string(), z.union([z.string(), z.number()]), z.uuid()]);

/** Encodes the place of a row in an order, opaque to callers. */
export function encodeCursor(order: Order, row: { id: string; sort_value: unknown }): string {
  const value = row.sort_value instanceof Date ? row.sort_value.toISOString() : row.sort_value;
  return Buffer.from(JSON.stringify([order.name, value, row.id])).toString("base64url");
}

/** Matches rows beyond a cursor. Refuses 422 for a cursor of another order or a malformed one. */
export function afterCursor(order: Order, cursor: string): RawBuilder<SqlBool> {
  const [value, id] = parseCursor(order, cursor);
  const sign = sql.raw(order.direction === "asc" ? ">" : "<");
  return sql<SqlBool>`(${order.value}, t.id) ${sign} (${value}::${sql.raw(order.cast)}, ${id}::uuid)`;
}

/** Parses a cursor into the sorted value and the id. Refuses 422 as `afterCursor` does. */
export function parseCursor(order: Order, cursor: string): [value: string | number, id: string] {
  const [name, value, id] = readCursor(cursor);
  if (name !== order.name) throw refuse(422, "ticket.after_other_order");
  return [value, id];
}

function readCursor(cursor: string): z.output<typeof Cursor> {
  try {
    const parsed = Cursor.safeParse(JSON.parse(Buffer.from(cursor, "base64url").toString()));
    if (parsed.success) return parsed.data;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw refuse(422, "ticket.after_unknown");
}
