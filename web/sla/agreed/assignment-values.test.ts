import { describe, expect, it } from "vitest";
import { choiceOf, valuesOf } from "./assignment-values.ts";
import type { Assignment } from "./data.ts";

const company: Assignment = {
  company_id: "k",
  company_name: "Kestrel",
  assignment_id: "a",
  inherits: true,
  policy: { id: "standard", name: "Standard", origin: "organization" },
  calendar: { id: "usual", name: "Business hours", origin: "organization" },
  shown_to_clients: true,
  shown_origin: "none",
  since: null,
};
const own: Assignment = {
  ...company,
  inherits: false,
  policy: { id: "care", name: "Priority care", origin: "company" },
  calendar: { id: "night", name: "Night", origin: "company" },
  shown_to_clients: false,
  shown_origin: "company",
};

describe("the choice of a company", () => {
  it("shows its own, and what comes from above as that", () => {
    expect(valuesOf("k", company)).toEqual({ policy: "inherit", calendar: "inherit", shown: "inherit" });
    expect(valuesOf("k", own)).toEqual({ policy: "care", calendar: "night", shown: "no" });
    expect(valuesOf("k", { ...own, policy: null })).toMatchObject({ policy: "none" });
  });

  it("is saved as it is shown", () => {
    const values = { policy: "care", calendar: "inherit", shown: "yes" } as const;
    expect(choiceOf(values, company)).toEqual({
      policy_id: "care",
      calendar_id: null,
      shown_to_clients: true,
    });
    expect(choiceOf({ ...values, policy: "none" }, company)).toMatchObject({ policy_id: null });
    expect(choiceOf({ ...values, policy: "inherit", calendar: "night" }, company)).toEqual({
      calendar_id: "night",
      shown_to_clients: true,
    });
  });

  it("lets everything of its own go with the service level", () => {
    expect(choiceOf({ policy: "inherit", calendar: "night", shown: "no" }, own)).toEqual({ inherit: true });
  });

  it("is the organization's own where there is nobody above", () => {
    const organization: Assignment = { ...company, company_id: null, inherits: false };
    expect(valuesOf("organization", organization)).toEqual({
      policy: "standard",
      calendar: "usual",
      shown: "yes",
    });
  });
});
