import { staffWhoSee, whoSees, type Expected, type Slot, type Table } from "../expected-status.ts";

const onAnswer = (expected: Expected, suffix = "", body?: object): Slot => ({
  of: "answer",
  kind: "waitingAnswer",
  ask: ({ id, ticket }) => ({ path: `/tickets/${ticket}/scheduled/${id}${suffix}`, body }),
  expected,
});

const ownAlone: Expected = { staff: "200 403 404 404 404 404", everyone: "403" };

/** Its author's, and of those that go out later an administrator's; a second time it answers the same. */
const takingBack: Expected = {
  administrator: "200 200 404 200 404 404",
  staff: "200 403 404 200 404 404",
  everyone: "403",
};

const inactive: Expected = {
  inactive_client: "403 404 404 404 404 404",
  inactive_client_admin: "403 403 404 404 404 404",
};

const onDraft = (expected: Expected, body?: object): Slot => ({
  of: "ticket",
  kind: "ticket",
  ask: ({ id }) => ({ path: `/tickets/${id}/draft`, body }),
  expected,
});

/** Rules 810 to 829. */
export const sending: Table = {
  "GET /tickets/{ticket_id}/scheduled": {
    slots: [
      {
        of: "ticket",
        kind: "ticket",
        ask: ({ id }) => ({ path: `/tickets/${id}/scheduled` }),
        expected: staffWhoSee(200),
      },
    ],
  },
  "POST /tickets/{ticket_id}/scheduled": {
    slots: [
      {
        of: "ticket",
        kind: "ticket",
        ask: ({ id }) => ({
          path: `/tickets/${id}/scheduled`,
          body: { comment: "Written by the matrix", hold_seconds: 10 },
        }),
        expected: staffWhoSee(201, { administrator: "201 201 201 403 404 404" }),
      },
    ],
  },
  "PATCH /tickets/{ticket_id}/scheduled/{scheduled_id}": {
    slots: [onAnswer(ownAlone, "", { comment: "Changed by the matrix" })],
  },
  "DELETE /tickets/{ticket_id}/scheduled/{scheduled_id}": { slots: [onAnswer(takingBack)] },
  "POST /tickets/{ticket_id}/scheduled/{scheduled_id}/send-now": { slots: [onAnswer(ownAlone, "/send-now")] },
  "DELETE /scheduled/groups/{group_id}": {
    slots: [
      {
        of: "waitingGroup",
        kind: "waitingGroup",
        ask: ({ id }) => ({ path: `/scheduled/groups/${id}` }),
        expected: { staff: "200 404 404 200 404 404", everyone: "403" },
      },
    ],
  },
  "GET /drafts": {
    slots: [
      { of: "nothing", ask: () => ({ path: "/drafts" }), expected: { no_role: "403", everyone: "200" } },
    ],
  },
  "GET /tickets/{ticket_id}/draft": { slots: [onDraft(whoSees(200))] },
  "PUT /tickets/{ticket_id}/draft": {
    slots: [
      onDraft(whoSees(200, { administrator: "200 200 200 403 404 404", ...inactive }), {
        text: "Begun by the matrix",
      }),
    ],
  },
  "DELETE /tickets/{ticket_id}/draft": { slots: [onDraft(whoSees(204))] },
};
