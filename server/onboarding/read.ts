import { sql } from "kysely";
import type { Ctx, Db } from "#server/lib/request-context.ts";

type Found = Record<"is_dismissed" | "brand" | "team" | "client" | "answer" | "samples", boolean>;

/**
 * Reads how far the desk is set up. Samples do not count: neither invented people nor invented
 * answers. While they are there, the administrator is one of them, so that any real colleague is the team's first.
 */
export async function getFirstSteps({ db, app }: Pick<Ctx, "db" | "app">) {
  const { rows } = await sql<Found>`
    with is_set as (select key, value from settings where company_id is null and value <> 'null'::jsonb)
    select
      coalesce((select value = 'true'::jsonb from is_set where key = 'first_steps_dismissed'), false) as is_dismissed,
      exists (select from is_set where key in ('brand_name', 'brand_short_name', 'logo')) as brand,
      (select count(*) from (${realPeople("internal")} limit 2) as few)
        > (case when exists (select from samples where kind = 'user') then 0 else 1 end) as team,
      exists (${realPeople("external")}) as client,
      exists (select from tickets t where t.first_response is not null and not is_sample('ticket', t.id)) as answer,
      exists (select from samples) as samples`.execute(db);
  const [found] = rows;
  if (!found) throw new Error("a select without a table has one row");
  return { ...found, mail: app.config.smtpUrl !== null };
}

/** Whoever is first in answering will do: of many people no more are looked at. */
function realPeople(type: "internal" | "external") {
  return sql`select from users u where u.user_type = ${type} and u.deleted_at is null and not is_sample('user', u.id)`;
}

/** Counts the sample data that is left. */
export async function countSamples(db: Db) {
  const rows = await db
    .selectFrom("samples")
    .select(["kind", (eb) => eb.fn.countAll<number>().as("n")])
    .groupBy("kind")
    .execute();
  const count = (kind: string) => rows.find((row) => row.kind === kind)?.n ?? 0;
  return {
    tickets: count("ticket"),
    companies: count("company"),
    people: count("user"),
    teams: count("group"),
  };
}
