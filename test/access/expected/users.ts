import { PASSWORD } from "../../support/app/app-with-people.ts";
import type { Player } from "../callers.ts";
import { administratorsAlone, type Expected, type Table } from "../expected-status.ts";
import { furtherAddress } from "../make-mail-objects.ts";
import { fresh } from "../unique-word.ts";
import { managersRefused, onStaff, onUser, reading } from "./requests-about-users.ts";

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

/** Rules 103 to 133 and 448 to 450. */
export const users: Table = {
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
  // Of CSV the canaries look at the words.
  "GET /users/export": {
    slots: [
      {
        of: "company_id",
        kind: "company",
        ask: ({ id }) => ({ path: "/users/export", query: { company_id: id } }),
        expected: { client: "403", no_role: "403", everyone: "200" },
      },
      {
        of: "user_type",
        ask: () => ({ path: "/users/export", query: { user_type: "internal" } }),
        expected: { client: "403", no_role: "403", everyone: "200" },
      },
      {
        of: "the deleted",
        ask: () => ({ path: "/users/export", query: { deleted: "true" } }),
        expected: { administrator: "200", client_admin: "200", everyone: "403" },
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
        // New users of a client admin belong to the own company whatever is sent (rule 286).
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
  "GET /users/{user_id}/mail-reach": {
    slots: [
      onUser("/mail-reach", {
        ...managersRefused,
        administrator: "200 200 200 200 404 404",
        client_admin: "200 200 404 200 404 404",
        inactive_client_admin: "403 403 404 403 404 404",
      }),
      onStaff("/mail-reach", { ...managersRefused, administrator: "200" }),
    ],
  },
  "POST /users/{user_id}/try-mail-again": {
    slots: [
      onUser("/try-mail-again", {
        ...managersRefused,
        administrator: "200 200 200 409 404 404",
        client_admin: "200 200 404 409 404 404",
        inactive_client_admin: "403 403 404 409 404 404",
      }),
      onStaff("/try-mail-again", { ...managersRefused, administrator: "200" }),
    ],
  },
  "GET /users/{user_id}/addresses": {
    slots: [onUser("/addresses", administratorsAlone("200 200 200 200 404 404"))],
  },
  "POST /users/{user_id}/addresses": {
    slots: [
      {
        of: "user",
        kind: "user",
        ask: ({ id }) => ({ path: `/users/${id}/addresses`, body: { address: `${fresh()}@cast.test` } }),
        expected: administratorsAlone("201 201 201 409 404 404"),
      },
    ],
  },
  "DELETE /users/{user_id}/addresses/{address}": {
    slots: [
      {
        of: "address",
        kind: "address",
        ask: ({ id }) => ({ path: `/users/${id}/addresses/${furtherAddress(id)}` }),
        expected: administratorsAlone("204 204 204 409 404 404"),
      },
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
  "GET /users/{user_id}/erasure": {
    slots: [onUser("/erasure", { administrator: "403 409 409 200 404 404", everyone: "403" })],
  },
  "POST /users/{user_id}/erasure": {
    slots: [onUser("/erasure", { administrator: "403 409 409 200 404 404", everyone: "403" })],
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
};

type Made = { user_type?: string; company_id?: string };
const isMade = (body: unknown): body is Made => typeof body === "object" && body !== null;

function isForced(body: unknown, player: Player): boolean {
  if (!player.isExternal) return true;
  return isMade(body) && body.user_type === "external" && body.company_id === player.company;
}
