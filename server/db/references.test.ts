import { afterAll, beforeAll, expect, it } from "vitest";
import { makeWorld, type World } from "../../test/support/app/app-with-people.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());

/** Tables that grow with the work. */
const LARGE = ["tickets", "comments", "history", "mails", "attachments", "incoming_mails"];

/** Nearly every row has a value there, or an index of another kind serves what is asked each day. */
const READ_THROUGH = [
  "attachments.uploaded_by",
  "comments.origin_ticket_id",
  "mails.user_id",
  "tickets.assignee_id",
  "tickets.client_id",
  "tickets.closed_by",
  "tickets.created_by",
];

it("finds what names a ticket, a person or a comment by an index where few rows do", async () => {
  const { rows } = await world.pool.query<{ name: string }>(
    `select c.conrelid::regclass || '.' || a.attname as name
     from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.contype = 'f' and c.conrelid = any($1::regclass[])
       and c.confrelid = any('{tickets,users,principals,comments}'::regclass[])
       and not exists (
         select from pg_index i where i.indrelid = c.conrelid and (i.indkey::int2[])[0] = c.conkey[1]
           and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = '(' || a.attname || ' IS NOT NULL)'))
     order by 1`,
    [LARGE],
  );
  expect(rows.map(({ name }) => name)).toEqual(READ_THROUGH);
});
