import { appendFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listEndpoints } from "#contract/api.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { reference } from "#contract/reference.ts";
import { enter, WHO, type Player, type Who } from "./callers.ts";
import { expectedStatus, type Around, type Row, type Slot } from "./expected-status.ts";
import { fieldsOf, spelledOut } from "./list-field-paths.ts";
import { FIELDS } from "./expected-reply-fields.ts";
import { FILE, fingerprint, openStage } from "./test-desk.ts";
import { unlikeShown } from "./compare-access-page.ts";
import { TABLE } from "./expected/index.ts";
import { RELATIONS, type Relation, type Target } from "./make-objects.ts";
import { TARGETS, type Kind } from "./targets.ts";

const ENDPOINTS: Endpoint[] = [...listEndpoints(), ...Object.values(reference)];
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
/** A pattern of endpoints, set by the mutants: only the endpoints behind the missing guard are asked. */
const PART = process.env["MATRIX_PART"];
/** The file for the statuses of wrong cells, set where they are compared cell by cell. */
const WRONG = process.env["MATRIX_WRONG"];
const ASKED = ENDPOINTS.filter((endpoint) => PART === undefined || new RegExp(PART).test(nameOf(endpoint)));

let stage: Awaited<ReturnType<typeof openStage>>;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(async () => {
  // oxlint-disable-next-line no-console -- the figures that the run is for
  console.log(
    `access matrix: cells ${cells}, mismatches ${mismatches}; as the settings show it: compared ${compared}`,
  );
  await stage.close();
});

let cells = 0;
let mismatches = 0;
let compared = 0;

describe("the access matrix", () => {
  it("has a row for every endpoint, and no other", () => {
    expect(Object.keys(TABLE).toSorted()).toEqual(ENDPOINTS.map(nameOf).toSorted());
  });

  it.each(ASKED.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    "%s",
    async (name, endpoint) => {
      const row = TABLE[name];
      if (!row) throw new Error(`${name} has no row in the table`);
      const wrong = await runRow(endpoint, row);
      mismatches += wrong.length;
      if (WRONG) appendFileSync(WRONG, wrong.map((words) => `${name}: ${words}\n`).join(""));
      expect(wrong.join("\n")).toBe("");
    },
    120_000,
  );

  it.skipIf(PART)("is large enough to mean something", () => {
    expect(cells).toBeGreaterThan(6000);
    expect(compared).toBeGreaterThan(2000);
  });
});

function unlikeSettings(endpoint: Endpoint, answers: Got[]): string[] {
  const found = unlikeShown(
    nameOf(endpoint),
    answers.map(({ slot, who, relation, status }) => ({
      of: slot.of,
      kind: slot.kind,
      who,
      relation,
      status,
    })),
  );
  compared += found.compared;
  return found.faults;
}

type Cell = { slot: Slot; who: Who; relation: Relation; expected: number };
type Got = Cell & { status: number; body: string; json: unknown; fault: string | null; target: string };

async function runRow(endpoint: Endpoint, row: Row): Promise<string[]> {
  const all = row.slots.flatMap((slot) => cellsOf(row, slot));
  cells += all.length;
  const run = runner(endpoint, row);
  const prepared = await inTurn(all, (cell) => run.prepare(cell));
  const refused = prepared.filter(({ expected }) => expected >= 400);
  const before = await fingerprint(stage);
  const answers = await inTurn(refused, (cell) => run.ask(cell));
  const touched = (await fingerprint(stage)) !== before;
  answers.push(
    ...(await inTurn(
      prepared.filter(({ expected }) => expected < 400),
      (cell) => run.ask(cell),
    )),
  );
  const wrote = (await fingerprint(stage)) !== before;
  return [
    ...answers.flatMap(faultOf),
    ...(touched && endpoint.method !== "GET" ? ["a refused request wrote something"] : []),
    ...(wrote && endpoint.onlyReads ? ["what only reads wrote something"] : []),
    ...unlikeAbsent(row, answers),
    ...unlikeSettings(endpoint, answers),
    ...fieldFaults(endpoint, answers),
  ];
}

function cellsOf(row: Row, slot: Slot): Cell[] {
  const relations = slot.kind ? (slot.relations ?? RELATIONS) : (["own"] as const);
  return WHO.flatMap((who) =>
    relations.map((relation) => ({
      slot,
      who,
      relation,
      expected: expectedStatus(row, slot, who, relation),
    })),
  );
}

/** Six at a time: as many as the machine answers at once. */
async function inTurn<In, Out>(all: In[], work: (each: In) => Promise<Out>): Promise<Out[]> {
  const done: Out[] = [];
  const queue = all.entries();
  const worker = async () => {
    for (const [at, each] of queue) done[at] = await work(each);
  };
  await Promise.all(Array.from({ length: 6 }, worker));
  return done;
}

type Prepared = Cell & { player: Player; target: Target; ask: Awaited<ReturnType<Slot["ask"]>> };

/** Objects that are only read are used again, and so are callers to whom nothing is done. */
function runner(endpoint: Endpoint, row: Row) {
  const isRead = endpoint.method === "GET";
  const targetOf = (player: Player, kind: Kind, relation: Relation) => {
    const key = `${kind} ${relation} ${player.id}`;
    const made = (isRead ? KEPT.get(key) : undefined) ?? TARGETS[kind](stage, player, relation);
    if (isRead) KEPT.set(key, made);
    return made;
  };
  const prepare = async (cell: Cell): Promise<Prepared> => {
    const player = await playerOf(cell.who, row.spendsCaller === true || cell.slot.kind === "user");
    const around: Around = { player, target: (kind, relation) => targetOf(player, kind, relation) };
    const target = cell.slot.kind
      ? await targetOf(player, cell.slot.kind, cell.relation)
      : { id: "", ticket: "" };
    return { ...cell, player, target, ask: await cell.slot.ask(target, around) };
  };
  return { prepare, ask: (cell: Prepared) => send(endpoint, cell) };
}

const KEPT = new Map<string, Promise<Target>>();
const PLAYERS = new Map<Who, Promise<Player>>();

function playerOf(who: Who, isFresh: boolean): Promise<Player> {
  if (isFresh) return enter(stage, who);
  const known = PLAYERS.get(who) ?? enter(stage, who);
  PLAYERS.set(who, known);
  return known;
}

async function send({ method }: Endpoint, cell: Prepared): Promise<Got> {
  const { path, query, body, file } = cell.ask;
  const answer = await stage.world.fastify.inject({
    method,
    url: `/api${path}`,
    query,
    headers: {
      ...(cell.player.token ? { authorization: `Bearer ${cell.player.token}` } : {}),
      ...(file ? FILE.headers : {}),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    payload: file ? FILE.payload : body === undefined ? undefined : JSON.stringify(body),
    payloadAsStream: path === "/events",
  });
  if (path === "/events") answer.stream().destroy();
  const text = path === "/events" ? "" : answer.body;
  const json: unknown = /json/.test(String(answer.headers["content-type"])) && text ? JSON.parse(text) : null;
  const fault = answer.statusCode < 300 ? (cell.slot.check?.(json, cell.player) ?? null) : null;
  return { ...cell, status: answer.statusCode, body: text, json, fault, target: cell.target.id };
}

function faultOf({ slot, who, relation, expected, status, body, fault }: Got): string[] {
  const cell = `${slot.of} (${relation}) as ${who}`;
  if (status !== expected) return [`${cell}: ${status} in place of ${expected} ${body.slice(0, 160)}`];
  return fault ? [`${cell}: ${fault}`] : [];
}

/** A hidden object has to answer word for word as an absent one. */
function unlikeAbsent(row: Row, answers: Got[]): string[] {
  const words = new Map<string, string>();
  const hidden = answers.filter(
    ({ slot, who, relation, status, expected }) =>
      status === 404 &&
      expected === 404 &&
      !(slot.seen && expectedStatus(row, { expected: slot.seen }, who, relation) === 200),
  );
  for (const { slot, who, relation, json } of hidden)
    if (relation === "nonexistent") words.set(`${slot.of} ${who}`, wordsOf(json));
  return hidden.flatMap(({ slot, who, relation, json }) => {
    const absent = words.get(`${slot.of} ${who}`);
    if (absent === undefined || absent === wordsOf(json)) return [];
    return [`${slot.of} (${relation}) as ${who} answers unlike what does not exist: ${wordsOf(json)}`];
  });
}

function wordsOf(json: unknown): string {
  return JSON.stringify(json).replace(/"request_id":"[^"]*"/, "");
}

/** The fields that each audience has been shown beyond what it is to be shown. */
function fieldFaults(endpoint: Endpoint, answers: Got[]): string[] {
  const promised = FIELDS[nameOf(endpoint)] ?? "";
  return (["staff", "client_admin", "client"] as const).flatMap((audience) => {
    const allowed = spelledOut(
      typeof promised === "string" ? promised : (promised[audience] ?? promised.staff),
    );
    const shown = answers.filter(({ who, status }) => status < 300 && audienceOf(who) === audience);
    const beyond = new Set(
      shown.flatMap(({ json }) => fieldsOf(json)).filter((field) => !allowed.has(field)),
    );
    return beyond.size === 0 ? [] : [`${audience} is shown ${[...beyond].join(", ")}`];
  });
}

function audienceOf(who: Who): "staff" | "client_admin" | "client" {
  if (who.endsWith("client_admin")) return "client_admin";
  return who.endsWith("client") ? "client" : "staff";
}
