import { staffWhoSee, type Table } from "../expected-status.ts";
import { fresh } from "../unique-word.ts";

/** What is changed of an incident that an administrator sees in the trash is refused. */
const changed = staffWhoSee(200, { administrator: "200 200 200 403 404 404" });

/** Rules 850 to 862. */
export const incidents: Table = {
  "GET /tickets/{ticket_id}/reporters": {
    slots: [
      {
        of: "ticket",
        kind: "incident",
        ask: ({ id }) => ({ path: `/tickets/${id}/reporters` }),
        expected: staffWhoSee(200),
      },
    ],
  },
  "POST /tickets/{ticket_id}/reporters": {
    slots: [
      {
        of: "ticket",
        kind: "ticket",
        ask: async ({ id }, { target }) => ({
          path: `/tickets/${id}/reporters`,
          body: { ticket_ids: [(await target("ticket", "own")).id] },
        }),
        expected: changed,
      },
      {
        of: "ticket_ids",
        kind: "ticket",
        ask: async ({ id }, { target }) => ({
          path: `/tickets/${(await target("ticket", "own")).id}/reporters`,
          body: { ticket_ids: [id] },
        }),
        expected: { staff: "200 200 200 422 422 422", everyone: "403" },
      },
    ],
  },
  "POST /incidents": {
    slots: [
      {
        of: "ticket_ids",
        kind: "ticket",
        ask: ({ id }) => ({
          path: "/incidents",
          body: { subject: fresh(), issue: "An outage", ticket_ids: [id] },
        }),
        expected: { staff: "201 201 201 422 422 422", everyone: "403" },
      },
    ],
  },
  "POST /tickets/{ticket_id}/answer-all/preview": {
    slots: [
      {
        of: "ticket",
        kind: "incident",
        ask: ({ id }) => ({ path: `/tickets/${id}/answer-all/preview`, body: { comment: "It is back" } }),
        expected: staffWhoSee(200),
      },
    ],
  },
  "POST /tickets/{ticket_id}/answer-all": {
    slots: [
      {
        of: "ticket",
        kind: "incident",
        ask: ({ id, ticket }) => ({
          path: `/tickets/${id}/answer-all`,
          body: { comment: "It is back", child_ids: [ticket] },
        }),
        expected: changed,
      },
    ],
  },
  "POST /incidents/{ticket_id}/close": {
    slots: [
      {
        of: "ticket",
        kind: "incident",
        ask: ({ id, ticket }) => ({ path: `/incidents/${id}/close`, body: { child_ids: [ticket] } }),
        expected: changed,
      },
    ],
  },
};
