import { describe, expect, it } from "vitest";
import { choiceOf, choosePolicy, policyOriginOf, valuesOf, withChosen } from "./assignment-values.ts";
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
    expect(valuesOf("k", company)).toEqual({
      policy_id: "inherit",
      calendar_id: "inherit",
      shown_to_clients: "inherit",
    });
    expect(valuesOf("k", own)).toEqual({
      policy_id: "care",
      calendar_id: "night",
      shown_to_clients: "no",
    });
    expect(valuesOf("k", { ...own, policy: null })).toMatchObject({ policy_id: "none" });
  });

  it("is said to come from whoever chose it, also where that is none", () => {
    const none = { ...company, policy: null };
    expect([policyOriginOf(company), policyOriginOf(own)]).toEqual(["organization", "company"]);
    expect([policyOriginOf(none), policyOriginOf({ ...own, policy: null })]).toEqual(["none", "company"]);
    const organization = { ...none, company_id: null, inherits: false };
    expect(policyOriginOf(organization)).toBe("organization");
    expect(policyOriginOf({ ...organization, assignment_id: null })).toBe("none");
  });

  it("is offered by its name, also where it was archived while the company was deleted", () => {
    const offered = [{ id: "standard", name: "Standard" }];
    const standard = { value: "standard", label: "Standard" };
    expect(withChosen(offered, null)).toEqual([standard]);
    expect(withChosen(offered, company.policy)).toEqual([standard]);
    expect(withChosen(offered, own.policy)).toEqual([standard, { value: "care", label: "Priority care" }]);
  });

  it("is saved as it is shown", () => {
    const values = { policy_id: "care", calendar_id: "inherit", shown_to_clients: "yes" } as const;
    expect(choiceOf(values, company)).toEqual({
      policy_id: "care",
      calendar_id: null,
      shown_to_clients: true,
    });
    expect(choiceOf({ ...values, policy_id: "none" }, company)).toMatchObject({ policy_id: null });
    expect(choiceOf({ ...values, policy_id: "inherit", calendar_id: "night" }, company)).toEqual({
      calendar_id: "night",
      shown_to_clients: true,
    });
  });

  it("lets everything of its own go with the service level", () => {
    expect(choiceOf({ policy_id: "inherit", calendar_id: "night", shown_to_clients: "no" }, own)).toEqual({
      inherit: true,
    });
  });

  it("has what it had of its own back where another service level is looked at and left", () => {
    const at = { scope: "k", now: own };
    const looked = choosePolicy(valuesOf("k", own), "inherit", at);
    expect(looked).toEqual({ policy_id: "inherit", calendar_id: "inherit", shown_to_clients: "inherit" });
    expect(choosePolicy(looked, "care", at)).toEqual(valuesOf("k", own));
    const typed = { ...valuesOf("k", own), calendar_id: "inherit" };
    expect(choosePolicy(typed, "standard", at)).toEqual({ ...typed, policy_id: "standard" });
    const ours = { ...valuesOf("k", company), calendar_id: "night" };
    expect(choosePolicy(ours, "inherit", { scope: "k", now: company })).toEqual(ours);
  });

  it("is the organization's own where there is nobody above", () => {
    const organization: Assignment = { ...company, company_id: null, inherits: false };
    expect(valuesOf("organization", organization)).toEqual({
      policy_id: "standard",
      calendar_id: "usual",
      shown_to_clients: "yes",
    });
  });
});
