import type { PoolConfig } from "pg";
import { look } from "../../test/support/database/data-directory-and-database.ts";

export const clientOf = (thread: number) => `client${thread}@chaos-clients.test`;
export const colleagueOf = (thread: number) => `colleague${thread}@chaos-clients.test`;

/** Makes the people of so many threads straight in the database: two clients of a company, who never signed in. */
export async function makeMailClients(connection: PoolConfig, threads: number): Promise<void> {
  await look(connection, async (client) => {
    await client.query(
      `with wanted as materialized (
        select n, gen_random_uuid() as company, gen_random_uuid() as client, gen_random_uuid() as colleague
        from generate_series(0, $1::int - 1) as n
      ), companies as (
        insert into companies (id, name) select company, 'Chaos ' || n from wanted returning id
      ), people as materialized (
        select client as id, company, $2 || n || $4 as email from wanted
        union all select colleague, company, $3 || n || $4 from wanted
      ), principals as (
        insert into principals (id, kind, name) select id, 'user', email from people returning id
      ), users as (
        insert into users (id, email, fullname, user_type, company_id)
        select id, email, email, 'external', company from people returning id
      )
      insert into user_roles (user_id, role_id)
      select people.id, roles.id from people cross join roles where roles.key = 'client'`,
      [threads, "client", "colleague", "@chaos-clients.test"],
    );
  });
}
