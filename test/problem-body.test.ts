import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LIMITS } from "#contract/limits.ts";
import { refusalText } from "#web/lib/api/refusal-text.de.ts";
import { makeWorld, type World } from "./support/app/app-with-people.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());

const TOO_LONG = { name: "subject", max: LIMITS.subject };
const raiseWrongly = () =>
  world.as("maren").post("/tickets", { subject: "x".repeat(LIMITS.subject + 1), issue: "", colour: "red" });

const inGerman = ({ code, params }: { code: string; params?: unknown }) =>
  refusalText({ code, params, sentence: "" });

describe("the body of a refusal (rule 39)", () => {
  it("names a broken rule by its id, with one sentence and the id of the request", async () => {
    const body = { subject: "Printer", issue: "It stopped.", assignee_id: world.idOf("idris") };
    const answer = await world.as("tomas").post("/tickets", body);
    expect(answer.status).toBe(403);
    expect(answer.headers["content-type"]).toContain("application/problem+json");
    expect(answer.body).toEqual({
      title: "Forbidden",
      status: 403,
      detail: "Only staff can choose who takes a ticket",
      code: "ticket.assign_staff_only",
      request_id: expect.stringMatching(/\w/),
    });
  });

  it("carries the names and numbers of its sentence as params", async () => {
    const { status, body } = await raiseWrongly();
    expect(status).toBe(422);
    expect(body).toMatchObject({ code: "field.too_long", params: TOO_LONG });
    expect(body.detail).toBe("Subject must be at most 200 characters");
  });

  it("names each wrong field in errors, every one by an id of its own", async () => {
    const { errors } = (await raiseWrongly()).body;
    expect(errors).toEqual([
      {
        path: "subject",
        code: "field.too_long",
        message: "Subject must be at most 200 characters",
        params: TOO_LONG,
      },
      { path: "issue", code: "ticket.issue_required", message: "Issue description is required" },
      {
        path: "colour",
        code: "field.unknown",
        message: "Unknown field: colour",
        params: { field: "colour" },
      },
    ]);
  });

  it.each([
    ["/tickets/%ud800", 404, "ticket.not_found"],
    ["/tickets/%E0%A4%A", 404, "ticket.not_found"],
    [`/tickets/${"x".repeat(300)}`, 404, "ticket.not_found"],
    ["/nothing/%", 404, "request.unknown_address"],
    [`/nothing/${"x".repeat(300)}`, 404, "request.unknown_address"],
  ])("is no other for an address that is damaged or too long: %s", async (address, status, code) => {
    const answer = await world.as("maren").get(address);
    expect(answer.headers["content-type"]).toContain("application/problem+json");
    expect(answer.headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    });
    expect(answer.body).toMatchObject({ status, code, request_id: expect.stringMatching(/\w/) });
  });

  it("gives the German client all that its own sentences need", async () => {
    const { body } = await raiseWrongly();
    expect(inGerman(body)).toBe(`Der Betreff darf höchstens ${LIMITS.subject} Zeichen haben`);
    expect(body.errors.map(inGerman)).toEqual([
      `Der Betreff darf höchstens ${LIMITS.subject} Zeichen haben`,
      "Bitte beschreiben Sie das Problem",
      "Unbekanntes Feld: colour",
    ]);
  });
});
