import type { Ask, Expected, Slot, Table } from "../expected-status.ts";
import { whoSees } from "../expected-status.ts";

/** Administrators, managers and team leads. */
const triage = (words: string): Expected => ({
  administrator: words,
  manager: words,
  team_lead: words,
  everyone: "403",
});

const plain = (path: string, expected: Expected, ask: Omit<Ask, "path"> = {}): Slot => ({
  of: "nothing",
  ask: () => ({ path, ...ask }),
  expected,
});

const onMail = (suffix: string, words: string, body?: unknown): Slot => ({
  of: "mail",
  kind: "incoming",
  relations: ["own", "deleted", "nonexistent", "wrong type"],
  ask: ({ id }) => ({ path: `/incoming/${id}${suffix}`, body }),
  expected: triage(words),
});

/** Rules 670 to 674, and 689. */
export const incoming: Table = {
  "GET /incoming": {
    slots: [
      plain("/incoming", triage("200")),
      plain("/incoming", triage("200"), { query: { state: "held", search: "subject" } }),
    ],
  },
  "GET /incoming/{mail_id}": { slots: [onMail("", "200 200 200 200 404 404")] },
  "GET /incoming/{mail_id}/original": { slots: [onMail("/original", "200 200 200 200 404 404")] },
  "POST /incoming/{mail_id}/ignore": { slots: [onMail("/ignore", "200 200 200 409 404 404")] },
  "POST /incoming/{mail_id}/restore": { slots: [onMail("/restore", "409 409 409 200 404 404")] },
  "POST /incoming/{mail_id}/block": {
    slots: [onMail("/block", "200 200 200 409 404 404", { what: "address" })],
  },
  "POST /incoming/{mail_id}/make-ticket": { slots: [onMail("/make-ticket", "201 201 201 201 404 404", {})] },
  "POST /incoming/{mail_id}/join": {
    slots: [
      {
        of: "mail",
        kind: "incoming",
        relations: ["own", "deleted", "nonexistent", "wrong type"],
        ask: async ({ id }, { target }) => ({
          path: `/incoming/${id}/join`,
          body: { ticket_id: (await target("ticket", "own")).id },
        }),
        expected: triage("201 201 201 201 404 404"),
      },
    ],
  },
  // Who it becomes is checked by server/incoming/make-ticket.test.ts.
  "POST /incoming/{mail_id}/same-person": {
    slots: [onMail("/same-person", "422 422 422 422 422 422", { user_id: "nobody" })],
  },
  "POST /incoming/{mail_id}/retry": { slots: [onMail("/retry", "200 200 200 200 404 404")] },
  "POST /incoming/bulk": {
    slots: [
      {
        of: "mail",
        kind: "incoming",
        relations: ["own", "deleted", "nonexistent", "wrong type"],
        ask: ({ id }) => ({ path: "/incoming/bulk", body: { ids: [id], do: "ignore" } }),
        expected: triage("200"),
      },
    ],
  },
  "GET /incoming/summary": { slots: [plain("/incoming/summary", triage("200"))] },
  "GET /incoming/blocked": { slots: [plain("/incoming/blocked", triage("200"))] },
  "DELETE /incoming/blocked/{block_id}": {
    slots: [
      {
        of: "blocked sender",
        kind: "block",
        relations: ["own", "nonexistent", "wrong type"],
        ask: ({ id }) => ({ path: `/incoming/blocked/${id}` }),
        expected: triage("204 204 204 204 404 404"),
      },
    ],
  },
  "GET /tickets/{ticket_id}/mails": {
    slots: [
      {
        of: "ticket",
        kind: "ticket",
        ask: ({ id }) => ({ path: `/tickets/${id}/mails` }),
        expected: whoSees(200),
      },
    ],
  },
  "GET /tickets/{ticket_id}/mails/{mail_id}/original": {
    slots: [
      {
        of: "mail",
        kind: "ticketMail",
        ask: ({ id, ticket }) => ({ path: `/tickets/${ticket}/mails/${id}/original` }),
        expected: {
          staff: "200 200 404 404 404 404",
          client_admin: "200 404 404 404 404 404",
          client: "200 404 404 404 404 404",
          no_role: "403",
        },
      },
    ],
  },
};
