import { describe, expect, test } from "vitest";
import { audienceMessages, requesterChange } from "./requester-change.ts";

const tomas = { id: "t", fullname: "Tomás Aguilar" };
const priya = { id: "p", fullname: "Priya Nair" };
const jonas = { id: "j", fullname: "Jonas Keller" };
const kestrel = { id: "k", name: "Kestrel Logistics" };
const aster = { id: "a", name: "Aster Legal" };
const held = { client_id: tomas, company_id: kestrel };

describe("who will read the conversation", () => {
  test("nothing is said while nothing changes", () => {
    expect(audienceMessages(held, { client_id: { ...tomas }, company_id: { ...kestrel } })).toEqual([]);
  });

  test("another company's client sees it with the company, and the old side loses it", () => {
    const [sees, company, client, old] = audienceMessages(held, { client_id: jonas, company_id: aster });
    expect(sees).toContain("Jonas Keller will see");
    expect(company).toContain("At Aster Legal");
    expect(client).toContain("Tomás Aguilar will no longer see");
    expect(old).toContain("Nobody at Kestrel Logistics");
  });

  test("within a company only the client changes", () => {
    const words = audienceMessages(held, { client_id: priya, company_id: kestrel });
    expect(words).toHaveLength(3);
    expect(words[1]).toContain("Tomás Aguilar will see it only as somebody who may");
  });

  test("without client and company nobody outside sees it", () => {
    const words = audienceMessages(held, { client_id: null, company_id: null });
    expect(words).toContain("No client will see this ticket, except those who follow it.");
  });
});

test("only what differs is sent, with the version it started from", () => {
  expect(requesterChange(held, { client_id: priya, company_id: kestrel }, 4)).toEqual({
    client_id: "p",
    base_version: 4,
  });
  expect(requesterChange(held, { client_id: null, company_id: aster }, 4)).toEqual({
    client_id: null,
    company_id: "a",
    base_version: 4,
  });
});
