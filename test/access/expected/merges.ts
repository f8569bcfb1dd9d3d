import { type Expected, type Slot, staffWhoSee, type Table } from "../expected-status.ts";
import { fresh } from "../unique-word.ts";

/** Staff do it to what they see; to what an administrator sees in the trash nobody does it. */
const onTicket = (done: number, inTrash: number, path: string): Slot => ({
  of: "ticket",
  kind: "ticket",
  ask: async ({ id }, { target }) => ({
    path: `/tickets/${id}/${path}`,
    body: { ids: [(await target("ticket", "own")).id] },
  }),
  // Tickets of the provider's own people and of two companies do not go together.
  expected: staffWhoSee(done, { administrator: `${done} ${done} ${done} ${inTrash} 404 404` }),
});

const onComment = (done: number, path: string, body: () => object = () => ({})): Slot => ({
  of: "comment",
  kind: "onTicket",
  ask: ({ id, ticket }) => ({ path: `/tickets/${ticket}/${path}`, body: { comment_ids: [id], ...body() } }),
  expected: staffWhoSee(done, { administrator: `${done} ${done} ${done} 403 404 404` }),
});

const undone: Expected = {
  administrator: "200 200 200 409 404 404",
  staff: "200 200 200 404 404 404",
  everyone: "403",
};

/** Rules 830 to 841. */
export const merges: Table = {
  "GET /tickets/number/{uid}": {
    slots: [
      {
        of: "number",
        kind: "number",
        ask: ({ id }) => ({ path: `/tickets/number/${id}` }),
        expected: {
          administrator: "200 200 200 200 404 404",
          staff: "200 200 200 404 404 404",
          client_admin: "200 200 404 404 404 404",
          client: "200 404 404 404 404 404",
          everyone: "403",
        },
      },
    ],
  },
  "GET /tickets/{ticket_id}/merges": {
    slots: [
      {
        of: "ticket",
        kind: "ticket",
        ask: ({ id }) => ({ path: `/tickets/${id}/merges` }),
        expected: staffWhoSee(200),
      },
    ],
  },
  "POST /tickets/{ticket_id}/merge/preview": { slots: [onTicket(200, 409, "merge/preview")] },
  "POST /tickets/{ticket_id}/merge": { slots: [onTicket(200, 409, "merge")] },
  "POST /tickets/merges/undo": {
    slots: [
      {
        of: "merge",
        kind: "merged",
        ask: ({ id }) => ({ path: "/tickets/merges/undo", body: { merge_ids: [id] } }),
        expected: undone,
      },
    ],
  },
  "POST /tickets/{ticket_id}/split/preview": { slots: [onComment(200, "split/preview")] },
  "POST /tickets/{ticket_id}/split": {
    slots: [onComment(201, "split", () => ({ subject: fresh() }))],
  },
};
