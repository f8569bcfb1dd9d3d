import { describe, expect, it } from "vitest";
import { OPERATION_RULES } from "./operation-rules.ts";
import { ROLES } from "../access/permissions.ts";
import { actorOf } from "../access/sample-actors-and-objects.ts";
import { listEndpoints } from "../api.ts";
import { accessOfRole, listOperations, findRefusalReason } from "./access-matrix.ts";

const names = new Set(listEndpoints().map(({ method, path }) => `${method} ${path}`));
const operation = (name: string) => {
  const found = listOperations().find((each) => each.name === name);
  if (!found) throw new Error(`no operation ${name}`);
  return found;
};

describe("what the settings show of who may do what", () => {
  it("names no operation that does not exist", () => {
    expect(Object.keys(OPERATION_RULES).filter((name) => !names.has(name))).toEqual([]);
  });

  it("narrows every operation on one object that people from outside may call", () => {
    const open = listOperations().filter(
      ({ name, on }) =>
        name.includes("{") &&
        on === "desk" &&
        ROLES.some(
          ({ name: role, type }) => type === "external" && accessOfRole(operation(name), role).level !== "no",
        ),
    );
    expect(open.map(({ name }) => name)).toEqual([]);
  });

  it.each([
    ["GET /tickets/{ticket_id}", "administrator", "yes", []],
    ["GET /tickets/{ticket_id}", "manager", "yes", ["not in the trash"]],
    ["GET /tickets/{ticket_id}", "client_admin", "own company", ["not in the trash"]],
    ["PUT /tickets/{ticket_id}", "client_admin", "own company", ["not in the trash", "active company"]],
    ["PUT /tickets/{ticket_id}", "Client", "no", []],
    ["PUT /tickets/{ticket_id}, assignee_id", "client_admin", "no", []],
    ["DELETE /users/{user_id}", "administrator", "yes", ["not oneself"]],
    ["DELETE /users/{user_id}", "client_admin", "own company", ["not oneself", "active company"]],
    ["PATCH /users/{user_id}", "manager", "own", []],
    ["PATCH /groups/{group_id}", "team_lead", "own", []],
    ["GET /auth/sessions", null, "own", []],
    ["GET /settings", "manager", "no", []],
  ] as const)("says of %s as %s: %s", (name, role, level, limits) => {
    expect(accessOfRole(operation(name), role)).toEqual({ level, limits });
  });
});

describe("why not", () => {
  it("names the roles that may, when the own role does not include it", () => {
    expect(findRefusalReason("DELETE /tickets/{ticket_id}", actorOf("Client"))).toMatchObject({
      because: "role",
      who: ["administrator", "manager"],
    });
  });

  it("says how far the own right reaches", () => {
    expect(findRefusalReason("PATCH /users/{user_id}", actorOf("team_lead"))).toMatchObject({
      because: "reach",
      level: "own",
      who: ["administrator"],
    });
  });

  it("says that the company is inactive, when that alone is in the way", () => {
    const asleep = { ...actorOf("client_admin"), company_active: false };
    expect(findRefusalReason("PUT /tickets/{ticket_id}", asleep)?.because).toBe("inactive company");
    expect(findRefusalReason("DELETE /tickets/{ticket_id}", asleep)?.because).toBe("role");
  });

  it("knows nothing of calls that do not exist", () => {
    expect(findRefusalReason("GET /secrets", actorOf("administrator"))).toBeNull();
  });
});
