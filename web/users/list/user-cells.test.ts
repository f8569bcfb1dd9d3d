import { expect, test } from "vitest";
import { companyText } from "./user-cells.tsx";

test("a company reads by its name, else by the first 8 characters of its id, else as a dash", () => {
  const company_id = "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f";
  expect(companyText({ company_name: "Kestrel Logistics", company_id })).toBe("Kestrel Logistics");
  expect(companyText({ company_name: null, company_id })).toBe("5f0c2d3e…");
  expect(companyText({ company_name: null, company_id: null })).toBe("-");
});
