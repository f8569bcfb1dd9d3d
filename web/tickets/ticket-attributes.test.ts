import { expect, test } from "vitest";
import { nameOrShortId } from "./ticket-attributes.ts";

test("a missing name reads as the first 8 characters of the id, and neither as nothing", () => {
  const id = "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f";
  expect(nameOrShortId("Tomás Aguilar", id)).toBe("Tomás Aguilar");
  expect(nameOrShortId(null, id)).toBe("5f0c2d3e");
  expect(nameOrShortId(null, null)).toBeNull();
});
