import { describe, expect, it } from "vitest";
import { hasRole, type Actor } from "./actor.ts";

const actor = (...roles: string[]): Actor => ({
  id: "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f",
  user_type: "external",
  company_id: null,
  company_active: true,
  urgent_allowed: true,
  roles,
  permissions: [],
});

describe("having a role", () => {
  it("goes by the name, however it is written", () => {
    for (const name of ["client_admin", "Client Admin", " CLIENT  ADMIN "])
      expect([name, hasRole(actor("Client", name), "client_admin")]).toEqual([name, true]);
  });

  it("is not having another, nor one whose name is like it", () => {
    for (const roles of [[], ["Client"], ["client_administrator"], ["manager"]])
      expect([roles, hasRole(actor(...roles), "client_admin")]).toEqual([roles, false]);
  });
});
