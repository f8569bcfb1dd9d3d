import type { Player } from "../callers.ts";
import type { Slot, Table } from "../expected-status.ts";
import { managersRefused, onStaff, onUser, reading } from "./requests-about-users.ts";

/** Roles that fit the user type of the person. */
const fitting = (player: Player, relation: "near" | "far") =>
  player.isExternal || relation === "far" ? ["Client"] : ["support_specialist"];

/** Rules 103 to 133, 451 and 452. */
export const roles: Table = {
  "GET /roles": {
    slots: [{ of: "nothing", ask: () => ({ path: "/roles" }), expected: { everyone: "200" } }],
  },
  "GET /roles/{role_id}/permissions": {
    slots: [
      {
        of: "role",
        kind: "role",
        relations: ["own", "same company", "other company", "nonexistent", "wrong type"],
        ask: ({ id }) => ({ path: `/roles/${id}/permissions` }),
        expected: {
          client_admin: "200 200 404 404 404 404",
          client: "200 200 404 404 404 404",
          everyone: "200 200 200 200 404 404",
        },
      },
    ],
  },
  "GET /users/{user_id}/roles": {
    slots: [onUser("/roles", reading), onStaff("/roles", { staff: "200", everyone: "404" })],
  },
  "POST /users/{user_id}/roles:set": {
    spendsCaller: true,
    slots: [
      {
        of: "user",
        kind: "user",
        relations: ["own", "same company", "deleted", "nonexistent", "wrong type"],
        ask: ({ id }, { player }) => ({
          path: `/users/${id}/roles:set`,
          body: { role_names: fitting(player, "near") },
        }),
        expected: {
          ...managersRefused,
          administrator: "200 200 200 409 404 404",
          client_admin: "200 200 404 409 404 404",
          inactive_client_admin: "403 403 404 409 404 404",
        },
      },
      {
        of: "a client",
        kind: "user",
        relations: ["other company"],
        ask: ({ id }) => ({ path: `/users/${id}/roles:set`, body: { role_names: ["client_admin"] } }),
        expected: { ...managersRefused, administrator: "200", client_admin: "404" },
      },
      {
        of: "role_names beyond the own",
        kind: "user",
        relations: ["own", "same company"],
        ask: ({ id }, { player }) => ({
          path: `/users/${id}/roles:set`,
          body: { role_names: player.isExternal ? ["administrator"] : ["client_admin"] },
        }),
        expected: {
          ...managersRefused,
          administrator: "422",
          client_admin: "422",
          inactive_client_admin: "403",
        },
      },
      onStaff("/roles:set", { ...managersRefused, administrator: "200" }, { role_names: ["manager"] }),
    ],
  },
  "GET /users/{user_id}/roles/history": { slots: historyAt("/roles/history") },
  "GET /users/{user_id}/roles/history/export": { slots: historyAt("/roles/history/export") },
};

function historyAt(path: string): Slot[] {
  return [
    onUser(path, {
      administrator: "200 200 200 200 404 404",
      manager: "200 200 200 404 404 404",
      client_admin: "200 200 404 200 404 404",
      everyone: "403",
    }),
    onStaff(path, { administrator: "200", manager: "200", everyone: "403" }),
  ];
}
