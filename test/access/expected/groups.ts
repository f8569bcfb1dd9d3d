import { administratorsAlone, type Expected, type Slot, type Table } from "../expected-status.ts";
import { fresh } from "../unique-word.ts";

export const groups: Table = {
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
