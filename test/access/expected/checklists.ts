import { staffWhoSee, type Expected, type Slot, type Table } from "../expected-status.ts";
import { fresh } from "../unique-word.ts";

const onItem = (body?: () => object): Slot => ({
  of: "item",
  kind: "checklistItem",
  ask: ({ id, ticket }) => ({ path: `/tickets/${ticket}/checklist/${id}`, body: body?.() }),
  expected: { staff: "200 200 200 404 404 404", everyone: "403" },
});

const undone: Expected = {
  administrator: "200 404 404 403 404 404",
  staff: "200 404 404 404 404 404",
  everyone: "403",
};

/** Rules 780 to 785. */
export const checklists: Table = {
  "GET /tickets/{ticket_id}/checklist": {
    slots: [
      {
        of: "ticket",
        kind: "ticket",
        ask: ({ id }) => ({ path: `/tickets/${id}/checklist` }),
        expected: staffWhoSee(200),
      },
    ],
  },
  "POST /tickets/{ticket_id}/checklist": {
    slots: [
      {
        of: "ticket",
        kind: "ticket",
        ask: ({ id }) => ({ path: `/tickets/${id}/checklist`, body: { text: fresh() } }),
        expected: staffWhoSee(201, { administrator: "201 201 201 403 404 404" }),
      },
    ],
  },
  "PATCH /tickets/{ticket_id}/checklist/{item_id}": { slots: [onItem(() => ({ text: fresh() }))] },
  "DELETE /tickets/{ticket_id}/checklist/{item_id}": { slots: [onItem()] },
  "POST /checklists/undo/{group_id}": {
    slots: [
      {
        of: "checklistDeletion",
        kind: "checklistDeletion",
        ask: ({ id }) => ({ path: `/checklists/undo/${id}` }),
        expected: undone,
      },
    ],
  },
};
