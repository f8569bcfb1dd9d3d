import type { Expected, Slot, Table } from "../expected-status.ts";
import { fresh } from "../unique-word.ts";

const staff: Expected = { staff: "200", everyone: "403" };
const body = (audience: string) => ({ name: fresh(), audience, query: { active: true } });

/** What everybody on the staff may do with the own views, and those who share views with everybody's. */
const onView = (words: { own: string; shared: string; gone: string }, change?: () => object): Slot[] => [
  {
    of: "view",
    kind: "view",
    relations: ["own", "same company", "nonexistent", "wrong type"],
    ask: ({ id }) => ({ path: `/views/${id}`, body: change?.() }),
    expected: {
      administrator: `${words.own} ${words.own} ${words.gone}`,
      manager: `${words.own} ${words.own} ${words.gone}`,
      team_lead: `${words.own} ${words.own} ${words.gone}`,
      staff: `${words.own} ${words.shared} ${words.gone}`,
      everyone: "403",
    },
  },
  {
    of: "personal view",
    kind: "personalView",
    relations: ["own", "same company"],
    ask: ({ id }) => ({ path: `/views/${id}`, body: change?.() }),
    expected: { staff: `${words.own} 404 ${words.gone}`, everyone: "403" },
  },
];

/** Rules 750 to 759. */
export const views: Table = {
  "GET /views": { slots: [{ of: "nothing", ask: () => ({ path: "/views" }), expected: staff }] },
  "POST /views": {
    slots: [
      {
        of: "nothing",
        ask: () => ({ path: "/views", body: body("me") }),
        expected: { staff: "201", everyone: "403" },
      },
      {
        of: "for everyone",
        ask: () => ({ path: "/views", body: body("everyone") }),
        expected: {
          administrator: "201",
          manager: "201",
          team_lead: "201",
          everyone: "403",
        },
      },
    ],
  },
  "GET /views/{view_id}": { slots: onView({ own: "200", shared: "200", gone: "404 404 404 404" }) },
  "PATCH /views/{view_id}": {
    slots: onView({ own: "200", shared: "403", gone: "404 404 404 404" }, () => ({ name: fresh() })),
  },
  "DELETE /views/{view_id}": { slots: onView({ own: "204", shared: "403", gone: "404 404 404 404" }) },
  // Nobody has deleted these: there is nothing to take back.
  "POST /views/{view_id}/restore": {
    slots: [
      {
        of: "view",
        kind: "view",
        relations: ["own", "same company", "nonexistent"],
        ask: ({ id }) => ({ path: `/views/${id}/restore` }),
        expected: { staff: "404 404 404 404 404 404", everyone: "403" },
      },
    ],
  },
  "PUT /views/pins": {
    slots: [
      {
        of: "nothing",
        ask: () => ({ path: "/views/pins", body: { keys: ["mine"] } }),
        expected: staff,
      },
      {
        of: "keys",
        kind: "personalView",
        relations: ["own", "same company", "nonexistent"],
        ask: ({ id }) => ({ path: "/views/pins", body: { keys: [id] } }),
        expected: { staff: "200 404 404 404 404 404", everyone: "403" },
      },
    ],
  },
  "GET /views/counts": {
    slots: [
      {
        of: "nothing",
        ask: () => ({ path: "/views/counts", query: { keys: "mine,unassigned" } }),
        expected: staff,
      },
    ],
  },
};
