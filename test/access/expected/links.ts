import { staffWhoSee, type Table } from "../expected-status.ts";

/** Rules 786 to 789. */
export const links: Table = {
  "GET /tickets/{ticket_id}/links": {
    slots: [
      {
        of: "ticket",
        kind: "ticket",
        ask: ({ id }) => ({ path: `/tickets/${id}/links` }),
        expected: staffWhoSee(200),
      },
    ],
  },
  "POST /tickets/{ticket_id}/links": {
    slots: [
      {
        of: "ticket",
        kind: "ticket",
        ask: async ({ id }, { target }) => ({
          path: `/tickets/${id}/links`,
          body: { kind: "related", ticket_id: (await target("ticket", "own")).id },
        }),
        expected: staffWhoSee(201, { administrator: "201 201 201 403 404 404" }),
      },
      {
        of: "ticket_id",
        kind: "ticket",
        ask: async ({ id }, { target }) => ({
          path: `/tickets/${(await target("ticket", "own")).id}/links`,
          body: { kind: "duplicate", ticket_id: id },
        }),
        expected: { staff: "201 201 201 422 422 422", everyone: "403" },
      },
    ],
  },
  "DELETE /tickets/{ticket_id}/links/{link_id}": {
    slots: [
      {
        of: "link",
        kind: "link",
        ask: ({ id, ticket }) => ({ path: `/tickets/${ticket}/links/${id}` }),
        expected: { staff: "200 200 200 404 404 404", everyone: "403" },
      },
    ],
  },
  "POST /links/undo/{group_id}": {
    slots: [
      {
        of: "linking",
        kind: "linking",
        ask: ({ id }) => ({ path: `/links/undo/${id}` }),
        expected: { staff: "200 404 404 200 404 404", everyone: "403" },
      },
    ],
  },
};
