import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type * as Client from "../scripts/api-client/waypost.ts";
import { makeWorld, PASSWORD, type World } from "./support/app/app-with-people.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const MINUTE = 60_000;
let world: World;
let folder: string;
let client: typeof Client;
let address: string;

beforeAll(async () => {
  world = await makeWorld();
  address = await world.fastify.listen({ port: 0, host: "127.0.0.1" });
  folder = await mkdtemp(join(tmpdir(), "waypost-client-"));
  const made = join(folder, "node_modules", "waypost-client");
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  execFileSync(process.execPath, [join(root, "scripts/client.ts"), made], { cwd: root });
  client = await import(pathToFileURL(join(made, "index.js")).href);
});
afterAll(async () => {
  await world.end();
  await rm(folder, { recursive: true, force: true });
});

const addressOf = (to: string | URL | Request) => (to instanceof Request ? to.url : to.toString());

async function signedIn(options?: Client.Options) {
  const desk = new client.Waypost(address, options);
  await desk.signIn({ email: "idris@waypost.test", password: PASSWORD });
  return desk;
}

describe("the client", () => {
  it("compiles with the example of its README, and not with what no operation takes or answers", () => {
    const [, example = ""] =
      /```ts\n([\s\S]*?)```/.exec(readFileSync(join(root, "scripts/api-client/README.md"), "utf8")) ?? [];
    const wrong = `
// @ts-expect-error no such operation
void desk.call("GET /tockets");
// @ts-expect-error the subject is missing
void desk.call("POST /tickets", { body: { issue: "x" } });
// @ts-expect-error no such status
void desk.call("GET /tickets", { query: { status: "opened" } });
// @ts-expect-error a ticket has no such field
void ticket.colour;
`;
    writeFileSync(join(folder, "example.ts"), example + wrong);
    writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({
        compilerOptions: {
          target: "es2022",
          module: "nodenext",
          lib: ["es2023", "dom"],
          strict: true,
          noEmit: true,
          types: [],
        },
        files: ["example.ts"],
      }),
    );
    symlinkSync(join(root, "node_modules", "typescript"), join(folder, "node_modules", "typescript"));
    const compiler = join(root, "node_modules/typescript/bin/tsc");
    expect(() =>
      execFileSync(process.execPath, [compiler, "-p", folder], { encoding: "utf8" }),
    ).not.toThrow();
  });

  it("raises, finds and changes tickets, and reads all pages of a list", async () => {
    const desk = await signedIn();
    for (const n of [1, 2, 3])
      await desk.call("POST /tickets", { body: { subject: `Scanner ${n}`, issue: "It hums." } });
    const seen: string[] = [];
    for await (const { subject } of desk.tickets({ search: "scanner", per_page: 2 })) seen.push(subject);
    expect(seen.toSorted()).toEqual(["Scanner 1", "Scanner 2", "Scanner 3"]);
    const { items } = await desk.call("GET /tickets", { query: { search: "Scanner 2" } });
    const { ticket } = await desk.call("PUT /tickets/{ticket_id}", {
      params: { ticket_id: items[0]?.id ?? "" },
      body: { status: "pending" },
    });
    expect(ticket.status).toBe("pending");
  });

  it("tells a refusal by its code, with the fields that are not right", async () => {
    const desk = await signedIn();
    const refused = desk.call("POST /tickets", { body: { subject: "", issue: "x" } });
    await expect(refused).rejects.toMatchObject({
      name: "WaypostError",
      status: 422,
      message: "Subject is required",
    });
    await expect(refused).rejects.toMatchObject({ errors: [{ path: "subject" }] });
    const absent = desk.call("GET /tickets/{ticket_id}", { params: { ticket_id: crypto.randomUUID() } });
    await expect(absent).rejects.toMatchObject({ status: 404, code: "ticket.not_found" });
    await expect(new client.Waypost(address).call("GET /auth/me")).rejects.toMatchObject({ status: 401 });
  });

  it("renews its session by itself, once for all that wait", async () => {
    let renewals = 0;
    const desk = await signedIn({
      fetch: (to, request) => {
        if (addressOf(to).endsWith("/auth/refresh")) renewals += 1;
        return fetch(to, request);
      },
    });
    world.pass(11 * MINUTE);
    const answers = await Promise.all([1, 2, 3, 4].map(() => desk.call("GET /auth/me")));
    expect(answers.map(({ fullname }) => fullname)).toEqual(Array.from({ length: 4 }, () => "Idris Okafor"));
    expect(renewals).toBe(1);
  });

  it("sends again what got no answer, and makes nothing twice", async () => {
    let cuts = 1;
    const desk = await signedIn({
      fetch: async (to, request) => {
        const answer = await fetch(to, request);
        if (addressOf(to).endsWith("/tickets") && cuts-- > 0) throw new TypeError("the connection broke");
        return answer;
      },
    });
    const { ticket } = await desk.call("POST /tickets", { body: { subject: "Plotter", issue: "It jams." } });
    const { meta } = await desk.call("GET /tickets", { query: { search: "plotter" } });
    expect([ticket.subject, meta.total]).toEqual(["Plotter", 1]);
  });

  it("signs out for good", async () => {
    const desk = await signedIn();
    await desk.signOut();
    await expect(desk.call("GET /auth/me")).rejects.toMatchObject({ status: 401 });
  });
});
