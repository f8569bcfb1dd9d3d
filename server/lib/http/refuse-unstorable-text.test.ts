import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listEndpoints } from "#contract/api.ts";
import { makeWorld, type World } from "../../../test/support/app/app-with-people.ts";
import { refuseValueOf } from "./refuse-unstorable-text.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());

const BROKEN = ["\u0000", "a\u0000b", "\ud800", "a\udc00b", "\udc00\ud800"];

describe("a text that no database can hold", () => {
  it("is refused by every endpoint that takes a body, wherever it stands in it", async () => {
    for (const { method, path, body } of listEndpoints().filter((each) => each.body !== undefined)) {
      const address = path.replaceAll(/\{\w+\}/g, world.companies.aster);
      for (const sent of [{ a: { b: [0, BROKEN[2]] } }, { "k\u0000": 1 }]) {
        const { status, body: said } = await world.as("maren").call(method, address, { body: sent });
        expect({ path, status, code: said.code }).toEqual({ path, status: 422, code: "field.unstorable" });
        expect(said.errors[0].path).toMatch(/^(a\.b\.1|k\uFFFD)$/);
      }
      expect(body).toBeDefined();
    }
  });

  it("is refused in every query and every address", async () => {
    for (const { method, path, params } of listEndpoints()) {
      const address = path.replaceAll(/\{\w+\}/g, world.companies.aster);
      const asked = await world.as("maren").call(method, address, { query: { any: "a\u0000" } });
      expect({ path, status: asked.status }).toEqual({ path, status: 422 });
      if (!params) continue;
      const broken = await world.as("maren").call(method, path.replaceAll(/\{\w+\}/g, "%00"));
      expect({ path, status: broken.status }).toEqual({ path, status: 422 });
    }
  });

  it("names its field, to people without a session too", async () => {
    const login = await world.as().post("/auth/login", { email: "\u0000", password: "x" });
    expect([login.status, login.body.errors[0].path]).toEqual([422, "email"]);
    for (const email of BROKEN.map((broken) => `a@b.c${broken}`)) {
      const asked = await world.as().post("/auth/forgot-password", { email });
      expect([asked.status, asked.body.errors[0].path]).toEqual([422, "email"]);
    }
    const raised = await world.as("tomas").post("/tickets", { subject: BROKEN[0], issue: "b" });
    expect(raised.body.detail).toBe(
      "subject contains a character that cannot be stored: NUL, or half of a surrogate pair",
    );
  });

  it("is looked for however deep a body nests", async () => {
    const { status, body } = await world.fastify
      .inject({
        method: "POST",
        url: "/api/tickets",
        headers: {
          authorization: `Bearer ${await world.tokenOf("tomas")}`,
          "content-type": "application/json",
        },
        payload: `{"subject":${"[".repeat(4000)}"\\ud800"${"]".repeat(4000)}}`,
      })
      .then((answer) => ({ status: answer.statusCode, body: answer.json() }));
    expect([status, body.code]).toEqual([422, "field.unstorable"]);
  });
});

describe("a value that the database cannot read", () => {
  it("is the request's fault where it came with it, and names its field", async () => {
    const error = await failOn("no uuid");
    if (!(error instanceof Error)) throw new Error("the database read it");
    const refusal = refuseValueOf(error, { params: {}, query: { of: " no uuid " }, body: null });
    expect([refusal?.status, refusal?.code, refusal?.extras.errors?.[0]?.path]).toEqual([
      422,
      "field.invalid",
      "of",
    ]);
  });

  it("is our own where it did not", async () => {
    const error = await failOn("made here");
    if (!(error instanceof Error)) throw new Error("the database read it");
    expect(refuseValueOf(error, { params: { id: "made" }, query: {}, body: { a: ["here", ""] } })).toBeNull();
    const other = new Error(error.message);
    expect(refuseValueOf(other, { params: { id: "made here" }, query: {}, body: null })).toBeNull();
  });
});

function failOn(value: string) {
  return world.pool.query("select $1::uuid", [value]).catch((error: Error) => error);
}
