import { whoSees, type Expected, type Slot, type Table } from "../expected-status.ts";

const inactive: Expected = {
  inactive_client: "403 404 404 404 404 404",
  inactive_client_admin: "403 403 404 404 404 404",
};
const answering = whoSees(201, { administrator: "201 201 201 403 404 404", ...inactive });

/** The comment in the path, on a ticket that the caller sees; another company's stands on another ticket. */
const onComment = (kind: "comment" | "note", expected: Expected, suffix = "", body?: unknown): Slot => ({
  of: kind,
  kind,
  ask: ({ id, ticket }) => ({ path: `/tickets/${ticket}/comments/${id}${suffix}`, body }),
  expected,
});

/** The caller's own comment, asked for below another ticket. */
const belowTicket = (expected: Expected, suffix = "", body?: unknown): Slot => ({
  of: "ticket",
  kind: "ticket",
  ask: async ({ id }, { target }) => ({
    path: `/tickets/${id}/comments/${(await target("comment", "own")).id}${suffix}`,
    body,
  }),
  expected,
  seen: whoSees(200),
});

const text = { comment: "Written by the matrix" };
const nowhere: Expected = { no_role: "403", everyone: "404" };

/** Rules 85 to 89, 445 and 446. */
export const comments: Table = {
  "GET /tickets/{ticket_id}/comments": {
    slots: [
      {
        of: "ticket",
        kind: "ticket",
        ask: ({ id }) => ({ path: `/tickets/${id}/comments` }),
        expected: whoSees(200),
      },
    ],
  },
  "GET /tickets/{ticket_id}/audience": {
    slots: [
      {
        of: "ticket",
        kind: "ticket",
        ask: ({ id }) => ({ path: `/tickets/${id}/audience` }),
        expected: whoSees(200),
      },
      {
        of: "internal note",
        kind: "ticket",
        ask: ({ id }) => ({ path: `/tickets/${id}/audience`, query: { visibility: "internal" } }),
        expected: { ...whoSees(200), ...clientsRefused() },
      },
    ],
  },
  "GET /tickets/{ticket_id}/mentionable": {
    slots: [
      {
        of: "ticket",
        kind: "ticket",
        ask: ({ id }) => ({ path: `/tickets/${id}/mentionable` }),
        expected: whoSees(200, { administrator: "200 200 200 403 404 404", ...inactive }),
      },
      {
        of: "internal note",
        kind: "ticket",
        ask: ({ id }) => ({ path: `/tickets/${id}/mentionable`, query: { visibility: "internal" } }),
        expected: {
          ...whoSees(200, { administrator: "200 200 200 403 404 404" }),
          ...clientsRefused(),
        },
      },
    ],
  },
  "POST /tickets/{ticket_id}/comments": {
    slots: [
      {
        of: "ticket",
        kind: "ticket",
        ask: ({ id }) => ({ path: `/tickets/${id}/comments`, body: text }),
        expected: answering,
      },
      {
        of: "internal note",
        kind: "ticket",
        ask: ({ id }) => ({ path: `/tickets/${id}/comments`, body: { ...text, visibility: "internal" } }),
        expected: { ...answering, ...clientsRefused() },
      },
      {
        of: "status with an answer",
        kind: "ticket",
        ask: ({ id }) => ({ path: `/tickets/${id}/comments`, body: { ...text, status: "pending" } }),
        expected: { ...answering, ...clientsRefused() },
      },
      {
        of: "effects with an answer",
        kind: "ticket",
        ask: ({ id }) => ({
          path: `/tickets/${id}/comments`,
          body: { ...text, effects: { priority: "high" } },
        }),
        expected: { ...answering, ...clientsRefused() },
      },
      {
        of: "saved_reply_id",
        kind: "personalReply",
        relations: ["own", "same company", "nonexistent", "wrong type"],
        ask: async ({ id }, { target }) => ({
          path: `/tickets/${(await target("ticket", "own")).id}/comments`,
          body: { ...text, saved_reply_id: id },
        }),
        expected: { staff: "201 404 404 404 404 404", everyone: "403" },
      },
      {
        of: "attachment_ids",
        kind: "draft",
        ask: async ({ id }, { target }) => ({
          path: `/tickets/${(await target("ticket", "own")).id}/comments`,
          body: { ...text, attachment_ids: [id] },
        }),
        expected: {
          no_role: "403",
          inactive_client: "403",
          inactive_client_admin: "403",
          everyone: "201 422 422 422 422 422",
        },
      },
    ],
  },
  "PUT /tickets/{ticket_id}/comments/{comment_id}": {
    slots: [
      onComment(
        "comment",
        {
          no_role: "403",
          inactive_client: "403 403 404 404 404 404",
          inactive_client_admin: "403 403 404 404 404 404",
          everyone: "200 403 404 404 404 404",
        },
        "",
        text,
      ),
      onComment(
        "note",
        {
          staff: "200 403 404 404 404 404",
          no_role: "403",
          everyone: "404",
        },
        "",
        text,
      ),
      belowTicket(nowhere, "", text),
    ],
  },
  "DELETE /tickets/{ticket_id}/comments/{comment_id}": {
    slots: [
      onComment("comment", {
        administrator: "204 204 404 404 404 404",
        no_role: "403",
        inactive_client: "403 403 404 404 404 404",
        inactive_client_admin: "403 403 404 404 404 404",
        everyone: "204 403 404 404 404 404",
      }),
      onComment("note", {
        administrator: "204 204 404 404 404 404",
        staff: "204 403 404 404 404 404",
        no_role: "403",
        everyone: "404",
      }),
      belowTicket(nowhere),
    ],
  },
  "GET /tickets/{ticket_id}/comments/{comment_id}/versions": {
    slots: [
      onComment("comment", { staff: "200 200 404 404 404 404", everyone: "403" }, "/versions"),
      belowTicket({ staff: "404", everyone: "403" }, "/versions"),
    ],
  },
  "POST /uploads": {
    slots: [
      {
        of: "nothing",
        ask: () => ({ path: "/uploads", file: true }),
        expected: { no_role: "403", inactive_client: "403", inactive_client_admin: "403", everyone: "201" },
      },
    ],
  },
  "POST /tickets/{ticket_id}/attachments": {
    slots: [
      {
        of: "ticket",
        kind: "ticket",
        ask: ({ id }) => ({ path: `/tickets/${id}/attachments`, file: true }),
        expected: answering,
      },
    ],
  },
  "GET /attachments/{attachment_id}": {
    slots: [
      {
        of: "file",
        kind: "file",
        ask: ({ id }) => ({ path: `/attachments/${id}` }),
        expected: {
          staff: "200 200 200 404 404 404",
          client_admin: "200 200 404 404 404 404",
          client: "200 404 404 404 404 404",
          no_role: "404",
        },
      },
      {
        of: "draft",
        kind: "draft",
        ask: ({ id }) => ({ path: `/attachments/${id}` }),
        expected: { everyone: "200 404 404 404 404 404" },
      },
    ],
  },
  "DELETE /attachments/{attachment_id}": {
    slots: [
      {
        of: "file",
        kind: "file",
        ask: ({ id }) => ({ path: `/attachments/${id}` }),
        expected: {
          administrator: "204 204 204 404 404 404",
          staff: "204 403 403 404 404 404",
          client_admin: "204 403 404 404 404 404",
          client: "204 404 404 404 404 404",
          no_role: "403",
          inactive_client: "403 404 404 404 404 404",
          inactive_client_admin: "403 403 404 404 404 404",
        },
      },
      {
        of: "draft",
        kind: "draft",
        ask: ({ id }) => ({ path: `/attachments/${id}` }),
        expected: {
          no_role: "403",
          inactive_client: "403 404 404 404 404 404",
          inactive_client_admin: "403 404 404 404 404 404",
          everyone: "204 404 404 404 404 404",
        },
      },
    ],
  },
  "GET /events": {
    slots: [{ of: "nothing", ask: () => ({ path: "/events" }), expected: { everyone: "200" } }],
  },
};

function clientsRefused(): Expected {
  return { client_admin: "403 403 404 404 404 404", client: "403 404 404 404 404 404" };
}
