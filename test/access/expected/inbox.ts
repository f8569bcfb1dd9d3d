import type { Expected, Slot, Table } from "../expected-status.ts";

const staff: Expected = { staff: "200", everyone: "403" };

/** A row of the caller's own Inbox; everybody else's is not there. */
const onRow = (verb: string, body?: object): Slot => ({
  of: "row",
  kind: "inboxRow",
  ask: ({ id }) => ({ path: `/inbox/${id}/${verb}`, body }),
  expected: { staff: "200 404 404 404 404 404", everyone: "403" },
});

/** Rules 764 to 768. */
export const inbox: Table = {
  "GET /inbox": { slots: [{ of: "nothing", ask: () => ({ path: "/inbox" }), expected: staff }] },
  "GET /inbox/count": { slots: [{ of: "nothing", ask: () => ({ path: "/inbox/count" }), expected: staff }] },
  "POST /inbox/done-all": {
    slots: [
      {
        of: "nothing",
        ask: () => ({ path: "/inbox/done-all", body: { before: "2026-11-01T00:00:00.000Z" } }),
        expected: staff,
      },
    ],
  },
  "POST /inbox/undone-all": {
    slots: [
      {
        of: "nothing",
        ask: () => ({ path: "/inbox/undone-all", body: { done_at: "2026-11-01T00:00:00.000Z" } }),
        expected: staff,
      },
    ],
  },
  "POST /inbox/{ticket_id}/done": { slots: [onRow("done")] },
  "POST /inbox/{ticket_id}/undone": { slots: [onRow("undone")] },
  "POST /inbox/{ticket_id}/unread": { slots: [onRow("unread")] },
  "POST /inbox/{ticket_id}/remind": { slots: [onRow("remind", { at: "2026-12-01T09:00:00.000Z" })] },
};
