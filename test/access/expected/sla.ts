import { PRESET_TARGETS } from "#contract/sla/preset.ts";
import {
  administratorsAlone,
  type Expected,
  type Row,
  type Slot,
  type Table,
  whoSees,
} from "../expected-status.ts";
import { fresh } from "../unique-word.ts";

const staff: Expected = { staff: "200", everyone: "403" };
/** Reports are read by staff but for support specialists. */
const readers = (words: string): Expected => ({
  administrator: words,
  manager: words,
  team_lead: words,
  everyone: "403",
});
const draft = () => ({ name: fresh(), targets: PRESET_TARGETS });

const nothing = (path: string, expected: Expected, more: object = {}): Row => ({
  slots: [{ of: "nothing", ask: () => ({ path, ...more }), expected }],
});

const onPolicy = (expected: Expected, body?: () => object): Slot => ({
  of: "policy",
  kind: "slaPolicy",
  relations: ["own", "deleted", "nonexistent", "wrong type"],
  ask: ({ id }) => ({ path: `/sla/policies/${id}`, body: body?.() }),
  expected,
});

const onScope = (expected: Expected, body?: () => object): Slot => ({
  of: "company",
  kind: "company",
  relations: ["other company", "deleted", "nonexistent", "wrong type"],
  ask: ({ id }) => ({ path: `/sla/assignments/${id}`, body: body?.() }),
  expected,
});

const onApplication = (way: string, words: string): Row => ({
  slots: [
    {
      of: "application",
      kind: "slaApplication",
      relations: ["own", "same company", "nonexistent", "wrong type"],
      ask: ({ id }) => ({ path: `/sla/${way}/${id}` }),
      expected: administratorsAlone(words),
    },
  ],
});

/** Rules 896, 918 and 925. */
export const sla: Table = {
  "GET /sla/policies": nothing("/sla/policies", staff),
  "GET /sla/policies/{policy_id}": {
    // An archived one is read as before.
    slots: [onPolicy({ staff: "200 200 200 200 404 404", everyone: "403" })],
  },
  "POST /sla/policies": {
    slots: [
      {
        of: "nothing",
        ask: () => ({ path: "/sla/policies", body: draft() }),
        expected: administratorsAlone("201"),
      },
    ],
  },
  "PUT /sla/policies/{policy_id}": {
    slots: [
      onPolicy(administratorsAlone("200 200 200 404 404 404"), () => ({ ...draft(), base_version: 1 })),
    ],
  },
  "DELETE /sla/policies/{policy_id}": { slots: [onPolicy(administratorsAlone("204 204 204 404 404 404"))] },
  "GET /sla/assignments": nothing("/sla/assignments", staff),
  "GET /sla/assignments/{scope}": {
    slots: [onScope({ staff: "200 200 200 404 404 404", everyone: "403" })],
  },
  "PUT /sla/assignments/{scope}": {
    slots: [
      onScope(administratorsAlone("200 200 200 404 404 404"), () => ({
        policy_id: null,
        base_assignment_id: null,
      })),
    ],
  },
  "POST /sla/preview": nothing("/sla/preview", administratorsAlone("200"), {
    body: { assignment: { company_id: null, policy_id: null } },
  }),
  "POST /sla/apply": nothing("/sla/apply", administratorsAlone("202"), { body: { company_id: null } }),
  "GET /sla/applications/{group_id}": onApplication("applications", "200 200 200 200 404 404"),
  "POST /sla/undo/{group_id}": onApplication("undo", "200 404 404 404 404 404"),
  "GET /tickets/{ticket_id}/sla": {
    slots: [
      {
        of: "ticket",
        kind: "ticket",
        ask: ({ id }) => ({ path: `/tickets/${id}/sla` }),
        expected: whoSees(200),
      },
    ],
  },
  // Nothing was decided on these.
  "POST /tickets/{ticket_id}/sla/judge-again": {
    slots: [
      {
        of: "ticket",
        kind: "ticket",
        ask: ({ id }) => ({
          path: `/tickets/${id}/sla/judge-again`,
          body: { target: "resolution", cycle: 1, reason: "The office was closed" },
        }),
        expected: administratorsAlone("409 409 409 409 404 404"),
      },
    ],
  },
  "GET /reports/sla": {
    slots: [
      {
        of: "nothing",
        ask: () => ({ path: "/reports/sla", query: { by: "month" } }),
        expected: { ...readers("200"), client_admin: "200" },
      },
      {
        of: "company",
        kind: "company",
        relations: ["own", "other company", "nonexistent"],
        ask: ({ id }) => ({ path: "/reports/sla", query: { by: "month", company_id: id } }),
        expected: { ...readers("200"), client_admin: "200 200 403 403 403 403" },
      },
    ],
  },
  "GET /reports/sla.csv": nothing("/reports/sla.csv", readers("200")),
  "GET /reports/sla/verdicts": nothing("/reports/sla/verdicts", readers("200")),
  "GET /reports/sla/verdicts.csv": nothing("/reports/sla/verdicts.csv", readers("200")),
};
