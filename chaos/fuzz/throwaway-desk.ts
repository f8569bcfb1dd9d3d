import { randomUUID } from "node:crypto";
import type { PoolConfig } from "pg";
import { ALLOWANCE_SETTING_NAMES, ALLOWANCE_SETTINGS } from "#contract/allowances.ts";
import { look } from "../../test/support/database/data-directory-and-database.ts";
import { makeCustomers, makePeople } from "../../test/support/app/signed-in-people.ts";

export type Caller = { id: string; token: string };

/** Callers and objects that are there to be broken: ids by the name of the parameter that takes them. */
export type ThrowawayDesk = {
  administrators: Caller[];
  customers: Caller[];
  /** People who may end themselves and their sessions; they know their password. */
  doomed: Caller[];
  /** Operations that delete take the first quarter of each, so that the others find something. */
  ids: Record<string, string[]>;
};

/** How many of each are made; requests delete and restore them until the next batch. */
const EACH = 24;

/** Makes a fresh batch, and sets back what requests have changed for everybody. */
export async function makeThrowawayDesk(connection: PoolConfig, secret: string): Promise<ThrowawayDesk> {
  const administrators = await makePeople(connection, 1);
  const customers = await makeCustomers(connection, EACH / 2);
  const doomed = await makePeople(connection, EACH);
  const others = await makePeople(connection, EACH, "support_specialist");
  const ids = await look(connection, async (client) => {
    await client.query("delete from settings where key like 'limit\\_%' or key = 'second_factor_roles'");
    for (const name of ALLOWANCE_SETTING_NAMES)
      await client.query("insert into settings (key, value) values ($1, $2)", [
        name,
        ALLOWANCE_SETTINGS[name].most,
      ]);
    await client.query("delete from rate_limits");
    await client.query("delete from allowances");
    await client.query(
      "insert into credentials (user_id, kind, secret) select id, 'password', $2 from unnest($1::uuid[]) as id",
      [doomed.map(({ id }) => id), secret],
    );
    const made = async (text: string, values: unknown[] = []) =>
      (await client.query<{ id: string }>(text, values)).rows.map(({ id }) => id);
    const [author] = administrators;
    const rows = Array.from({ length: EACH }, () => randomUUID());
    const company_id = await made(
      "insert into companies (name) select 'Fuzz ' || id from unnest($1::uuid[]) as id returning id",
      [rows],
    );
    const group_id = await made(
      `insert into groups (name, company_id) select 'Fuzz ' || id, (select id from companies where is_internal)
       from unnest($1::uuid[]) as id returning id`,
      [rows],
    );
    const ticket_id = await made(
      `insert into tickets (id, number, uid, subject, issue, status, priority, created_by, client_id, company_id, created, updated)
       select id, n, 'FZ-' || n, 'Fuzz', 'It stopped.', 'open', 'normal', $2, $3, $4, now(), now()
       from (select id, nextval('ticket_numbers_seq') as n from unnest($1::uuid[]) as id) as numbered returning id`,
      [rows, author?.id, customers[0]?.id, customers[0]?.companyId],
    );
    const comment_id = await made(
      `insert into comments (ticket_id, origin_ticket_id, author_id, visibility, comment, created_at)
       select id, id, $2, 'public', 'Fuzz', now() from unnest($1::uuid[]) as id returning id`,
      [ticket_id, author?.id],
    );
    return {
      company_id,
      group_id,
      ticket_id,
      comment_id,
      user_id: others.map(({ id }) => id),
      assignee_id: others.map(({ id }) => id),
      client_id: customers.map(({ id }) => id),
      role_id: await made("select id from roles"),
      mail_id: await made("select id from mails order by id limit 20"),
      attachment_id: await made("select id from attachments order by id desc limit 20"),
      session_id: await made("select id from sessions order by created_at desc limit 5"),
    };
  });
  return { administrators, customers: customers.slice(0, EACH / 4), doomed, ids };
}
