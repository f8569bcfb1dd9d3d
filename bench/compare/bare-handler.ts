/*
 * The bare handler: node:http and pg, nothing else. It runs the statements it is sent, in order, on one connection, and
 * answers the rows of the last as JSON. A process of its own, as our server is.
 */
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { Pool, types, type PoolConfig } from "pg";
import type { Statement } from "../measure/operations.ts";

type BenchOrders = {
  poolConfig: PoolConfig;
  operations: { name: string; statements: Statement[] }[];
  detail: string;
  by: string;
};

types.setTypeParser(types.builtins.INT8, Number);

process.once("message", (orders: BenchOrders) => {
  const pool = new Pool({ ...orders.poolConfig, max: 10 });
  const known = new Map(orders.operations.map(({ name, statements }) => [name, statements]));
  const server = createServer((request, response) => {
    const name = decodeURIComponent((request.url ?? "/").slice(1));
    const answer = async () => {
      if (request.method === "POST") {
        const body: Record<string, string> = JSON.parse(await text(request));
        return name === "create" ? create(pool, orders, body) : comment(pool, orders, body);
      }
      let rows: unknown[] = [];
      for (const { sql, parameters } of known.get(name) ?? []) ({ rows } = await pool.query(sql, parameters));
      return { items: rows };
    };
    answer().then(
      (body) => response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    process.send?.({ port: typeof address === "object" && address ? address.port : 0 });
  });
});

/** The rows that our create writes, without asking anybody whether they may be. */
async function create(pool: Pool, { by }: BenchOrders, { subject = "", issue = "" }: Record<string, string>) {
  const client = await pool.connect();
  try {
    await client.query("begin");
    const { rows: numbers } = await client.query<{ number: number }>(
      "select nextval('ticket_numbers_seq') as number",
    );
    const number = numbers[0]?.number ?? 0;
    const { rows } = await client.query<{ id: string }>(
      `insert into tickets (number, uid, subject, issue, status, priority, client_id, company_id, created_by, created, updated)
       values ($1, $2, $3, $4, 'open', 'high', $5, (select company_id from users where id = $5), $5, now(), now()) returning *`,
      [number, `WP-${number}`, subject, issue, by],
    );
    const id = rows[0]?.id;
    await client.query("insert into ticket_numbers (number, ticket_id) values ($1, $2)", [number, id]);
    await client.query(
      `insert into ticket_words (ticket_id, public_words, staff_words)
       values ($1, array_to_tsvector($2::text[]), array_to_tsvector($2::text[]))`,
      [id, [...new Set(`${subject} ${issue}`.toLowerCase().split(/\W+/).filter(Boolean))]],
    );
    await client.query(
      `insert into ticket_reads (user_id, ticket_id, read_at) values ($1, $2, now()) on conflict do nothing`,
      [by, id],
    );
    await client.query(
      `insert into history (id, entity, entity_id, kind, occurred_at, principal_id, audience, after)
       values (gen_random_uuid(), 'ticket', $1, 'ticket.created', now(), $2, 'public', $3)`,
      [id, by, JSON.stringify({ subject, status: "open", priority: "high" })],
    );
    await client.query("commit");
    return { ticket: rows[0] };
  } finally {
    client.release();
  }
}

async function comment(pool: Pool, { by, detail }: BenchOrders, body: Record<string, string>) {
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query("select * from tickets where id = $1 for update", [detail]);
    const { rows } = await client.query(
      `insert into comments (ticket_id, origin_ticket_id, author_id, visibility, comment, created_at)
       values ($1, $1, $2, 'public', $3, now()) returning *`,
      [detail, by, body["comment"]],
    );
    await client.query("update tickets set updated = now(), version = version + 1 where id = $1", [detail]);
    await client.query(
      `update ticket_words set staff_words = staff_words || array_to_tsvector($2::text[]),
         public_words = public_words || array_to_tsvector($2::text[]) where ticket_id = $1`,
      [detail, [...new Set((body["comment"] ?? "").toLowerCase().split(/\W+/).filter(Boolean))]],
    );
    await client.query(
      `insert into history (id, entity, entity_id, kind, occurred_at, principal_id, audience, after)
       values (gen_random_uuid(), 'ticket', $1, 'comment.created', now(), $2, 'public', '{}')`,
      [detail, by],
    );
    await client.query("commit");
    return rows[0];
  } finally {
    client.release();
  }
}
