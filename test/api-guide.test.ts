import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeWorld, type World } from "./support/app/app-with-people.ts";

/*
 * Every example of docs/guides/api.md, in order, against a running desk. Of an answer, what the guide shows has to be
 * there; `…` is any value, {client} somebody of a client company, {ticket} the ticket that was raised last, {incident} the
 * incident, and {reply} the saved reply.
 */
type Example = { line: string; request: string; status: number; answer: unknown };

const GUIDE = readFileSync(fileURLToPath(new URL("../docs/guides/api.md", import.meta.url)), "utf8");
const examples: Example[] = [...GUIDE.matchAll(/```http\n([\s\S]*?)```\s+```json (\d+)\n([\s\S]*?)```/g)].map(
  ([, request = "", status, answer = ""]) => ({
    line: request.split("\n")[0] ?? "",
    request: request.trim(),
    status: Number(status),
    answer: JSON.parse(answer),
  }),
);

let world: World;
const held = { token: "", client: "", ticket: "", incident: "", reply: "" };
/** With the ids of what was made before. */
const withIds = (text: string) =>
  Object.entries(held).reduce((filled, [name, id]) => filled.replaceAll(`{${name}}`, id), text);
beforeAll(async () => {
  world = await makeWorld();
  held.client = world.idOf("tomas");
});
afterAll(() => world.end());

it("has an answer for every request that it shows", () => {
  expect(examples.length).toBeGreaterThanOrEqual(8);
  expect([...GUIDE.matchAll(/```http/g)]).toHaveLength(examples.length);
});

it("tells the size of a page as it is", async () => {
  const { meta } = (await world.as("idris").get("/tickets")).body;
  expect(GUIDE).toContain(`A page has ${meta.limit} tickets unless`);
});

it.each(examples)("answers $status to $line", async ({ request, status, answer }) => {
  const said = await send(request);
  expect({ status: said.status, text: said.text }).toMatchObject({ status });
  expect(said.body).toMatchObject(Object(whatIsShown(answer)));
});

async function send(request: string) {
  const [head = "", body = ""] = request.split("\n\n");
  const [first = "", ...headers] = head.split("\n");
  const [method = "", path = ""] = first.split(" ");
  const answer = await world.fastify.inject({
    method: method === "GET" ? "GET" : method === "PUT" ? "PUT" : "POST",
    url: withIds(path),
    headers: {
      ...(held.token ? { authorization: `Bearer ${held.token}` } : {}),
      ...(body ? { "content-type": "application/json" } : {}),
      ...Object.fromEntries(headers.map((line) => line.split(": "))),
    },
    payload: withIds(body) || undefined,
  });
  const read: { access_token?: string; ticket?: { id: string }; reply?: { id: string } } = answer.json();
  held.token = read.access_token ?? held.token;
  if (path.endsWith("/incidents")) held.incident = read.ticket?.id ?? "";
  else held.ticket = read.ticket?.id ?? held.ticket;
  held.reply = read.reply?.id ?? held.reply;
  return { status: answer.statusCode, text: answer.body, body: read };
}

/** With `…` as "anything that is there", also inside lists. */
function whatIsShown(value: unknown): unknown {
  if (value === "…") return expect.anything();
  if (Array.isArray(value)) return value.map(whatIsShown);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, whatIsShown(each)]));
}
