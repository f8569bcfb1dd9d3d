import { describe, expect, test } from "vitest";
import type { Actor } from "#contract/access/actor.ts";
import { ROLES, type RoleName } from "#contract/access/permissions.ts";
import { isCurrent, visibleNav } from "./navigation.ts";

function actorWith(name: RoleName | null, type: Actor["user_type"]): Actor {
  const role = ROLES.find((one) => one.name === name);
  return {
    id: "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f",
    user_type: type,
    company_id: "7a1b2c3d-8a7b-4c1d-9e2f-3a4b5c6d7e8f",
    company_active: true,
    urgent_allowed: true,
    roles: name ? [name] : [],
    permissions: role?.permissions ?? [],
  };
}

const labelsOf = (role: RoleName, takesMail: boolean) =>
  visibleNav(actorWith(role, "internal"), { mail: takesMail, levels: true }).map(({ label }) => label);
const ALL = ["Dashboard", "Inbox", "Tickets", "Users", "Clients", "Companies", "Reports", "Settings"];

describe("the navigation", () => {
  test.each<[string, RoleName | null, Actor["user_type"], string[]]>([
    ["an administrator", "administrator", "internal", ALL],
    ["a support specialist", "support_specialist", "internal", ALL.filter((label) => label !== "Reports")],
    ["staff without a role", null, "internal", ["Dashboard", "Tickets", "Settings"]],
    ["a client admin", "client_admin", "external", ["Dashboard", "Tickets", "Users", "Settings"]],
    ["a client", "Client", "external", ["Dashboard", "Tickets", "Settings"]],
    ["an external person without a role", null, "external", ["Dashboard", "Tickets", "Settings"]],
  ])("of %s shows what the role has", (_, role, type, labels) => {
    expect(
      visibleNav(actorWith(role, type), { mail: false, levels: true }).map((entry) => entry.label),
    ).toEqual(labels);
  });

  test("has incoming mail behind the tickets, for those who decide on it, once mail comes to the desk", () => {
    expect(labelsOf("team_lead", true).slice(0, 4)).toEqual(["Dashboard", "Inbox", "Tickets", "Incoming"]);
    expect(labelsOf("team_lead", false)).not.toContain("Incoming");
    expect(labelsOf("support_specialist", true)).not.toContain("Incoming");
  });

  test("has reports for those who read them, once somebody has a service level", () => {
    const labels = visibleNav(actorWith("manager", "internal"), { mail: false, levels: false });
    expect(labels.map(({ label }) => label)).toEqual(ALL.filter((label) => label !== "Reports"));
  });

  test("marks an entry by whole segments of the path", () => {
    expect(isCurrent("/tickets", "/tickets")).toBe(true);
    expect(isCurrent("/tickets/new", "/tickets")).toBe(true);
    expect(isCurrent("/tickets2", "/tickets")).toBe(false);
  });
});
