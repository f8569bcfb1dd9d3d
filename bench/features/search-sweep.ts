import type { Pool } from "pg";
import { signIn, type startFilledDesk } from "../measure/start-filled-desk.ts";
import { ask, figuresOf, type Figures, type Target } from "../measure/measure.ts";
import type { Operation } from "../measure/operations.ts";
import { childrenOf, findPostmaster, ranSince, threadsOf } from "../measure/processor-time.ts";

/** One word as one person finds it: times until the answer, and of the database's processor, in ms. */
export type SweepRow = {
  who: string;
  word: string;
  wall: Figures;
  database: Figures;
  /** As the answer says; `isCapped`: at least so many. */
  total: number;
  isCapped: boolean;
};
type Desk = Awaited<ReturnType<typeof startFilledDesk>>;
type Word = { said: string; word: string };
type Asked = { who: string; words: Word[]; target: Target };

/** Shares of tickets for which a word is sought. */
const SHARES = [0.46, 0.1, 0.03, 0.01, 0.005, 0.003, 0.001, 0.0001];
/** The newest tickets of one kind, after which a word of half of all older ones is found in none of the first rows. */
const FLOOD = 5000;
const WARMING = 8;

/**
 * Words of every frequency, as an agent and as the client admin of a large company: what a search costs must not depend on
 * the word. Before that it makes the newest 5,000 tickets of that company one flood of a kind.
 */
export async function measureSearches(
  desk: Desk,
  { company, rounds }: { company: string; rounds: number },
  say: (words: string) => void,
): Promise<SweepRow[]> {
  await makeFlood(desk.pool, company, say);
  const words = await pickWords(desk.pool);
  const postmaster = await findPostmaster(desk.pool);
  const rows: SweepRow[] = [];
  for (const who of ["agent@waypost.example", "admin@kestrel.example"]) {
    const { token } = await signIn(desk.address, who);
    const target = {
      name: who,
      url: ({ path }: { path: string }) => `${desk.address}/api${path}`,
      headers: { authorization: `Bearer ${token}` },
    };
    rows.push(...(await askInTurns({ who, words, target }, postmaster, rounds)));
  }
  return rows;
}

async function askInTurns(
  { who, words, target }: Asked,
  postmaster: number,
  rounds: number,
): Promise<SweepRow[]> {
  const seen = words.map(() => ({ wall: [] as number[], database: [] as number[], answer: "" }));
  for (let round = -WARMING; round < rounds; round += 1)
    for (const [index, { word }] of words.entries()) {
      const operation: Operation = {
        name: word,
        method: "GET",
        path: `/tickets?per_page=25&search=${encodeURIComponent(word)}`,
        statements: [],
      };
      const threads = threadsOf(childrenOf(postmaster));
      const { status, body, ms } = await ask(target, operation);
      const database = ranSince(threads);
      if (status !== 200) throw new Error(`${who}, ${word}: ${status} ${body.slice(0, 300)}`);
      const each = seen[index];
      if (!each || round < 0) continue;
      each.wall.push(ms);
      each.database.push(database);
      each.answer = body;
    }
  return words.map(({ said }, index) => {
    const { wall, database, answer } = seen[index] ?? { wall: [], database: [], answer: "" };
    const { meta }: { meta: { total: number; total_is_capped: boolean } } = JSON.parse(answer);
    return {
      who,
      word: said,
      wall: figuresOf(wall),
      database: figuresOf(database),
      total: meta.total,
      isCapped: meta.total_is_capped,
    };
  });
}

/** Words that stand in these shares of a sample of the tickets before the flood, a word of the flood, and none at all. */
async function pickWords(pool: Pool): Promise<Word[]> {
  const { rows } = await pool.query<{ word: string; share: number }>(
    `select word, ndoc::float8 / (select count(*) from ticket_words tablesample system (5) repeatable (1)) as share
     from ts_stat('select staff_words from ticket_words tablesample system (5) repeatable (1)')
     where word ~ '^[a-z]{4,}$' order by ndoc desc, word`,
  );
  const near = (wanted: number) =>
    rows.reduce((best, each) =>
      Math.abs(each.share - wanted) < Math.abs(best.share - wanted) ? each : best,
    );
  const shares = SHARES.map((wanted) => {
    const { word, share } = near(wanted);
    return {
      said: `in ${(100 * share).toFixed(share < 0.01 ? 2 : 0)} % of the tickets, none of the newest ${FLOOD}`,
      word,
    };
  });
  return [...shares, { said: "in the flood alone", word: "zfloodx" }, { said: "in none", word: "xqzwv" }];
}

/** Newer than all other tickets, in a large company, whose client admin the demo's is from then on. */
async function makeFlood(pool: Pool, company: string, say: (words: string) => void): Promise<void> {
  await pool.query("update users set company_id = $1 where email = 'admin@kestrel.example'", [company]);
  const { rowCount } = await pool.query("select from tickets where subject = 'zfloodx' limit 1");
  if (rowCount) return;
  say(`inventing ${FLOOD} newest tickets of one kind`);
  await pool.query(
    `with made as (
      insert into tickets (number, uid, subject, issue, status, priority, company_id, created_by, created, updated)
      select number, 'WP-' || number, 'zfloodx', 'zfloodx', 'open', 'normal', $1, u.id, now(), now()
      from (select nextval('ticket_numbers_seq') as number from generate_series(1, ${FLOOD})) as numbers
      cross join (select id from users where email = 'admin@kestrel.example') as u
      returning id, number)
    , numbered as (insert into ticket_numbers (number, ticket_id) select number, id from made)
    insert into ticket_words (ticket_id, public_words, staff_words)
    select id, array_to_tsvector('{zfloodx}'), array_to_tsvector('{zfloodx}') from made`,
    [company],
  );
  await pool.query("analyze tickets, ticket_words");
}
