import { PASSWORD } from "../../world.ts";
import { administratorsAlone, type Expected, type Slot, type Table } from "../expect.ts";
import type { Player } from "../cast.ts";
import { fresh } from "../fresh.ts";

const onUser = (suffix: string, expected: Expected, body?: unknown): Slot => ({
  of: "user",
  kind: "user",
  ask: ({ id }) => ({ path: `/users/${id}${suffix}`, body }),
  expected,
});

/** For people from outside the staff is as good as absent; `refused` where they may not ask at all. */
const onStaff = (suffix: string, refused: Expected, body?: unknown): Slot => ({
  of: "one of the staff",
  kind: "staff",
  relations: ["other company"],
  ask: ({ id }) => ({ path: `/users/${id}${suffix}`, body }),
  expected: { ...refused, client_admin: "404" },
});

const reading: Expected = {
  administrator: "200 200 200 200 404 404",
  staff: "200 200 200 404 404 404",
  client_admin: "200 200 404 200 404 404",
  client: "200 404 404 404 404 404",
  no_role: "200 404 404 404 404 404",
};
const managersRefused: Expected = { staff: "403", client: "403", no_role: "403" };

type People = { users?: { user_type: string; company_id: string }[] };
const isList = (body: unknown): body is People => typeof body === "object" && body !== null;

function ownPeople(body: unknown, { isExternal, company }: Player): string | null {
  if (!isExternal || !isList(body)) return null;
  const foreign = (body.users ?? []).filter(
    (row) => row.user_type !== "external" || row.company_id !== company,
  );
  return foreign.length === 0 ? null : `${foreign.length} foreign people`;
}

const creators = (expected: Expected): Expected => ({
  ...managersRefused,
  inactive_client_admin: "403",
  ...expected,
});

const newcomer = () => ({
  email: `${fresh()}@newcomer.test`,
  fullname: "A Newcomer",
  password: "a long pass phrase",
});
const invited = () => ({ email: `${fresh()}@newcomer.test`, fullname: "A Newcomer" });

/** Roles that fit the type of whoever is looked at. */
const fitting = (player: Player, relation: "near" | "far") =>
  player.isExternal || relation === "far" ? ["Client"] : ["support_specialist"];

/** Decision list 103 to 133; D8. */
export const people: Table = {
  "GET /users": {
    slots: [
      {
        of: "company_id",
        kind: "company",
        ask: ({ id }) => ({ path: "/users", query: { company_id: id } }),
        expected: { client: "403", no_role: "403", everyone: "200" },
        check: ownPeople,
      },
      {
        of: "user_type",
        ask: () => ({ path: "/users", query: { user_type: "internal" } }),
        expected: { client: "403", no_role: "403", everyone: "200" },
        check: ownPeople,
      },
      {
        of: "the deleted",
        ask: () => ({ path: "/users", query: { deleted: "true" } }),
        expected: { administrator: "200", client_admin: "200", everyone: "403" },
        check: ownPeople,
      },
    ],
  },
  "GET /users/{user_id}": { slots: [onUser("", reading), onStaff("", { staff: "200", everyone: "404" })] },
  "POST /users": {
    slots: [
      {
        of: "company_id",
        kind: "company",
        ask: ({ id }) => ({ path: "/users", body: { ...newcomer(), user_type: "external", company_id: id } }),
        // A client admin's newcomers come to the own company whatever is sent (SPEC 6).
        expected: creators({ administrator: "422 422 201 422 422 422", client_admin: "201" }),
        check: (body, player) => (isForced(body, player) ? null : "not forced to the own company"),
      },
      {
        of: "role_names",
        ask: () => ({
          path: "/users",
          body: { ...newcomer(), user_type: "internal", role_names: ["administrator"] },
        }),
        expected: creators({ administrator: "201", client_admin: "422" }),
      },
    ],
  },
  "POST /users/invite": {
    slots: [
      {
        of: "company_id",
        kind: "company",
        ask: ({ id }) => ({
          path: "/users/invite",
          body: { ...invited(), user_type: "external", company_id: id },
        }),
        expected: creators({ administrator: "422 422 201 422 422 422", client_admin: "201" }),
        check: (body, player) => (isForced(body, player) ? null : "not forced to the own company"),
      },
      {
        of: "user_type",
        ask: () => ({
          path: "/users/invite",
          body: { ...invited(), user_type: "internal", role_names: ["administrator"] },
        }),
        expected: creators({ administrator: "201", client_admin: "422" }),
      },
    ],
  },
  "POST /users/{user_id}/send-invite": {
    slots: [
      onUser("/send-invite", {
        ...managersRefused,
        administrator: "200 200 200 409 404 404",
        client_admin: "200 200 404 409 404 404",
        inactive_client_admin: "403 403 404 403 404 404",
      }),
      onStaff("/send-invite", { ...managersRefused, administrator: "200" }),
    ],
  },
  "PATCH /users/{user_id}": {
    slots: [
      onUser(
        "",
        {
          administrator: "200 200 200 409 404 404",
          staff: "200 403 403 404 404 404",
          client_admin: "200 200 404 409 404 404",
          inactive_client_admin: "200 403 404 409 404 404",
          everyone: "200 404 404 404 404 404",
        },
        { city: "Bergen" },
      ),
      onStaff("", { administrator: "200", staff: "403", everyone: "404" }, { city: "Bergen" }),
      {
        of: "company_id",
        kind: "company",
        ask: async ({ id }, { target, player }) => ({
          path: `/users/${(await target("user", player.isExternal ? "same company" : "other company")).id}`,
          body: { company_id: id },
        }),
        expected: {
          administrator: "422 422 200 422 422 422",
          staff: "403",
          // Equal to what it is: nothing is changed.
          client_admin: "200 200 403 403 403 403",
          inactive_client_admin: "403",
          everyone: "404",
        },
      },
      {
        of: "own user_type, roles and company",
        ask: (_target, { player }) => ({
          path: `/users/${player.id}`,
          body: { user_type: "internal", roles: ["administrator"] },
        }),
        expected: { everyone: "403" },
      },
    ],
  },
  "DELETE /users/{user_id}": {
    slots: [
      onUser("", {
        administrator: "400 204 204 204 404 404",
        staff: "400 403 403 404 404 404",
        client_admin: "400 204 404 204 404 404",
        inactive_client_admin: "400 403 404 403 404 404",
        everyone: "400 404 404 404 404 404",
      }),
      onStaff("", { administrator: "204", staff: "403", everyone: "404" }),
    ],
  },
  "DELETE /users/me": {
    spendsCaller: true,
    slots: [{ of: "nothing", ask: () => ({ path: "/users/me" }), expected: { everyone: "204" } }],
  },
  "POST /users/{user_id}/restore": {
    slots: [
      onUser("/restore", {
        ...managersRefused,
        administrator: "200 200 200 200 404 404",
        client_admin: "200 200 404 200 404 404",
        inactive_client_admin: "403 403 404 403 404 404",
      }),
      onStaff("/restore", { ...managersRefused, administrator: "200" }),
    ],
  },
  "POST /users/{user_id}/change-password": {
    duringPasswordChange: true,
    duringSecondFactorSetup: true,
    spendsCaller: true,
    slots: [
      onUser(
        "/change-password",
        {
          administrator: "204 403 403 403 404 404",
          staff: "204 403 403 404 404 404",
          client_admin: "204 403 404 403 404 404",
          everyone: "204 404 404 404 404 404",
        },
        { current_password: PASSWORD, new_password: "another long pass phrase" },
      ),
    ],
  },
  "POST /users/{user_id}/change-email": {
    spendsCaller: true,
    slots: [
      {
        ...onUser("/change-email", {
          administrator: "200 403 403 403 404 404",
          staff: "200 403 403 404 404 404",
          client_admin: "200 403 404 403 404 404",
          everyone: "200 404 404 404 404 404",
        }),
        ask: ({ id }) => ({
          path: `/users/${id}/change-email`,
          body: { new_email: `${fresh()}@moved.test`, current_password: PASSWORD },
        }),
      },
    ],
  },
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
  "GET /users/{user_id}/roles/history": {
    slots: [
      onUser("/roles/history", {
        administrator: "200 200 200 200 404 404",
        manager: "200 200 200 404 404 404",
        client_admin: "200 200 404 200 404 404",
        everyone: "403",
      }),
      onStaff("/roles/history", { administrator: "200", manager: "200", everyone: "403" }),
    ],
  },
  "GET /companies": {
    slots: [
      {
        of: "nothing",
        ask: () => ({ path: "/companies" }),
        expected: { staff: "200", everyone: "403" },
      },
      {
        of: "the deleted",
        ask: () => ({ path: "/companies", query: { deleted: "true" } }),
        expected: administratorsAlone("200"),
      },
    ],
  },
  "GET /companies/{company_id}": {
    slots: [
      onCompany("", {
        administrator: "200 200 200 200 404 404",
        staff: "200 200 200 404 404 404",
        no_role: "403",
        everyone: "200 200 404 404 404 404",
      }),
    ],
  },
  "POST /companies": {
    slots: [
      {
        of: "nothing",
        ask: () => ({ path: "/companies", body: { name: `Founded ${fresh()}` } }),
        expected: administratorsAlone("201"),
      },
    ],
  },
  "PATCH /companies/{company_id}": {
    slots: [
      onCompany(
        "",
        {
          administrator: "200 200 200 409 404 404",
          client_admin: "200 200 404 404 404 404",
          inactive_client_admin: "403 403 404 404 404 404",
          everyone: "403",
        },
        { description: "Changed by the matrix" },
      ),
      onCompany(
        "",
        {
          administrator: "200 200 200 409 404 404",
          client_admin: "403 403 404 404 404 404",
          everyone: "403",
        },
        { sharing: "company" },
        "sharing, which is the provider's to set",
      ),
    ],
  },
  "DELETE /companies/{company_id}": {
    slots: [onCompany("", administratorsAlone("409 409 204 204 404 404"))],
  },
  "POST /companies/{company_id}/restore": {
    slots: [onCompany("/restore", administratorsAlone("200 200 200 200 404 404"))],
  },
  "GET /groups": {
    slots: [
      {
        of: "company_id",
        kind: "company",
        ask: ({ id }) => ({ path: "/groups", query: { company_id: id } }),
        expected: { staff: "200", everyone: "403" },
      },
    ],
  },
  "GET /groups/{group_id}": {
    slots: [onGroup("", { staff: "200 200 200 200 404 404", everyone: "403" })],
  },
  "POST /groups": {
    slots: [
      {
        of: "company_id",
        kind: "company",
        ask: ({ id }) => ({ path: "/groups", body: { name: `Team ${fresh()}`, company_id: id } }),
        expected: administratorsAlone("201 201 201 422 422 422"),
      },
      {
        of: "member_ids",
        kind: "user",
        ask: ({ id }) => ({ path: "/groups", body: { name: `Team ${fresh()}`, member_ids: [id] } }),
        expected: administratorsAlone("201 201 422 422 422 422"),
      },
    ],
  },
  "PATCH /groups/{group_id}": {
    slots: [
      onGroup(
        "",
        {
          administrator: "200 200 200 409 404 404",
          manager: "200 403 403 409 404 404",
          team_lead: "200 403 403 409 404 404",
          everyone: "403",
        },
        { member_ids: [] },
      ),
      onGroup(
        "",
        {
          administrator: "200 200 200 409 404 404",
          manager: "403 403 403 403 404 404",
          team_lead: "403 403 403 403 404 404",
          everyone: "403",
        },
        () => ({ name: `Renamed ${fresh()}` }),
        "name",
      ),
      {
        of: "member_ids",
        kind: "user",
        ask: async ({ id }, { target }) => ({
          path: `/groups/${(await target("group", "own")).id}`,
          body: { member_ids: [id] },
        }),
        expected: {
          administrator: "200 200 422 422 422 422",
          manager: "200 200 422 422 422 422",
          team_lead: "200 200 422 422 422 422",
          everyone: "403",
        },
      },
    ],
  },
  "DELETE /groups/{group_id}": { slots: [onGroup("", administratorsAlone("204 204 204 204 404 404"))] },
  "POST /groups/{group_id}/restore": {
    slots: [onGroup("/restore", administratorsAlone("200 200 200 200 404 404"))],
  },
};

type Made = { user_type?: string; company_id?: string };
const isMade = (body: unknown): body is Made => typeof body === "object" && body !== null;

function isForced(body: unknown, player: Player): boolean {
  if (!player.isExternal) return true;
  return isMade(body) && body.user_type === "external" && body.company_id === player.company;
}

function onCompany(suffix: string, expected: Expected, body?: unknown, of = "company"): Slot {
  return { of, kind: "company", ask: ({ id }) => ({ path: `/companies/${id}${suffix}`, body }), expected };
}

function onGroup(suffix: string, expected: Expected, body?: object | (() => object), of = "team"): Slot {
  return {
    of,
    kind: "group",
    ask: ({ id }) => ({
      path: `/groups/${id}${suffix}`,
      body: typeof body === "function" ? body() : body,
    }),
    expected,
  };
}
