import {
  administratorsAlone,
  staffWhoSee,
  whoSees,
  type Expected,
  type Slot,
  type Table,
} from "../expected-status.ts";
import type { Player } from "../callers.ts";

const issue = { subject: "Raised by the matrix", issue: "For everybody who may." };

/** A slot for the ticket in the path. */
const onTicket = (suffix: string, expected: Expected, body?: unknown): Slot => ({
  of: "ticket",
  kind: "ticket",
  ask: ({ id }) => ({ path: `/tickets/${id}${suffix}`, body }),
  expected,
});

const insideInactive: Expected = {
  inactive_client: "403 404 404 404 404 404",
  inactive_client_admin: "403 403 404 404 404 404",
};
const noInactive: Expected = { inactive_client: "403", inactive_client_admin: "403" };
const inTrash = (status: number): Expected => ({
  administrator: `${status} ${status} ${status} 403 404 404`,
});

/** A filter of the list: whatever is asked for, only what the caller sees comes back. */
const filter = (path: string, field: string, kind: Slot["kind"], expected: Expected): Slot => ({
  of: field,
  ...(kind ? { kind } : {}),
  ask: ({ id }) => ({ path, query: { [field]: id, per_page: "100" } }),
  expected,
  check: onlySeen,
});

type Listed = { items?: { client_id: string; company_id: string }[] };
const isList = (body: unknown): body is Listed => typeof body === "object" && body !== null;

/** Clients get their own tickets, client admins those of their company: the rows of the answer show it. */
function onlySeen(body: unknown, { isExternal, id, company, role }: Player): string | null {
  if (!isExternal || !isList(body)) return null;
  const foreign = (body.items ?? []).filter((row) =>
    role === "client" ? row.client_id !== id : row.company_id !== company,
  );
  return foreign.length === 0 ? null : `${foreign.length} foreign rows`;
}

const readers: Expected = { no_role: "403", everyone: "200" };
const staffOnly = (status: number): Expected => ({ staff: String(status), everyone: "403" });

/** The answers to a change of each id of a ticket; the ticket is the caller's own. */
const CHANGES: Slot[] = [
  {
    of: "assignee_id",
    kind: "user",
    ask: async ({ id }, around) => changeOwn(around, { assignee_id: id }),
    expected: { staff: "200 200 422 422 422 422", everyone: "403" },
  },
  {
    of: "group_id",
    kind: "group",
    ask: async ({ id }, around) => changeOwn(around, { group_id: id }),
    expected: { staff: "200 200 422 422 422 422", everyone: "403" },
  },
  {
    of: "client_id",
    kind: "user",
    ask: async ({ id }, around) => changeOwn(around, { client_id: id }),
    expected: {
      staff: "422 422 200 422 422 422",
      client_admin: "200 403 403 403 403 403",
      inactive_client_admin: "403",
      everyone: "403",
    },
  },
  {
    of: "company_id",
    kind: "company",
    ask: async ({ id }, { target }) => ({
      path: `/tickets/${(await target("clientless", "own")).id}`,
      body: { company_id: id },
    }),
    expected: {
      staff: "422 422 200 422 422 422",
      // The ticket has this company already: nothing would change.
      client_admin: "200 200 403 403 403 403",
      inactive_client_admin: "403",
      everyone: "403",
    },
  },
];

async function changeOwn(around: Parameters<Slot["ask"]>[1], body: unknown) {
  return { path: `/tickets/${(await around.target("ticket", "own")).id}`, body };
}

const editing: Slot[] = [
  onTicket(
    "",
    {
      ...inTrash(200),
      staff: "200 200 200 404 404 404",
      client_admin: "200 200 404 404 404 404",
      inactive_client_admin: "403 403 404 404 404 404",
      everyone: "403",
    },
    { subject: "Changed by the matrix" },
  ),
  ...CHANGES,
];

/** Ahead of the clock of the tests. */
const FOLLOW_UP_AT = "2027-03-01T08:00:00.000Z";

/** Rules 52, 73 to 80, 90 to 92, 178, 440 to 444 and 770. */
export const tickets: Table = {
  "GET /tickets": {
    slots: [
      filter("/tickets", "client_id", "user", readers),
      filter("/tickets", "company_id", "company", readers),
      filter("/tickets", "assignee_id", "user", readers),
      filter("/tickets", "group_id", "group", readers),
      {
        of: "tag",
        ask: () => ({ path: "/tickets", query: { tag: "vpn" } }),
        expected: { staff: "200", no_role: "403", everyone: "422" },
      },
      {
        of: "follow_up",
        ask: () => ({ path: "/tickets", query: { follow_up: "set" } }),
        expected: { staff: "200", no_role: "403", everyone: "422" },
      },
      {
        of: "the trash",
        ask: () => ({ path: "/tickets", query: { deleted: "true" } }),
        expected: administratorsAlone("200"),
      },
    ],
  },
  "GET /tickets/export": {
    slots: [
      filter("/tickets/export", "client_id", "user", staffOnly(200)),
      filter("/tickets/export", "company_id", "company", staffOnly(200)),
      filter("/tickets/export", "assignee_id", "user", staffOnly(200)),
      {
        of: "the trash",
        ask: () => ({ path: "/tickets/export", query: { deleted: "true" } }),
        expected: administratorsAlone("200"),
      },
    ].map((slot) => ({ ...slot, ask: withoutPaging(slot.ask) })),
  },
  "GET /tickets/{ticket_id}": { slots: [onTicket("", whoSees(200))] },
  "POST /tickets": {
    slots: [
      raising("company_id", "company", {
        staff: "422 422 201 422 422 422",
        client_admin: "201 201 403 403 403 403",
        client: "201 201 403 403 403 403",
      }),
      raising("client_id", "user", {
        staff: "422 422 201 422 422 422",
        client_admin: "201 201 403 403 403 403",
        client: "201 403 403 403 403 403",
      }),
      raising("assignee_id", "user", { staff: "201 201 422 422 422 422", everyone: "403" }),
      raising("group_id", "group", { staff: "201 201 422 422 422 422", everyone: "403" }),
      raising("follow_up_of_id", "closed", {
        staff: "201 201 201 422 422 422",
        client_admin: "201 201 422 422 422 422",
        client: "201 422 422 422 422 422",
      }),
      raising("attachment_ids", "draft", { no_role: "403", everyone: "201 422 422 422 422 422" }),
      {
        of: "status",
        ask: () => ({ path: "/tickets", body: { ...issue, status: "pending" } }),
        expected: staffOnly(201),
      },
    ],
  },
  "PUT /tickets/{ticket_id}": { slots: editing },
  "PATCH /tickets/{ticket_id}": { slots: editing },
  "PATCH /tickets/bulk": {
    slots: [
      {
        of: "ids",
        kind: "ticket",
        ask: ({ id }) => ({ path: "/tickets/bulk", body: { ids: [id], priority: "high" } }),
        expected: { staff: "200 200 200 404 404 404", everyone: "403" },
      },
      {
        of: "assignee_id",
        kind: "user",
        ask: async ({ id }, { target }) => ({
          path: "/tickets/bulk",
          body: { ids: [(await target("ticket", "own")).id], assignee_id: id },
        }),
        expected: { staff: "200 200 422 422 422 422", everyone: "403" },
      },
      {
        of: "group_id",
        kind: "group",
        ask: async ({ id }, { target }) => ({
          path: "/tickets/bulk",
          body: { ids: [(await target("ticket", "own")).id], group_id: id },
        }),
        expected: { staff: "200 200 422 422 422 422", everyone: "403" },
      },
    ],
  },
  "PUT /tickets/{ticket_id}/follow-up": {
    slots: [
      {
        of: "ticket",
        kind: "ticket",
        ask: ({ id }) => ({ path: `/tickets/${id}/follow-up`, body: { at: FOLLOW_UP_AT } }),
        expected: staffWhoSee(200, { administrator: "200 200 200 403 404 404" }),
      },
    ],
  },
  "DELETE /tickets/{ticket_id}/follow-up": {
    slots: [
      {
        of: "ticket",
        kind: "ticket",
        ask: ({ id }) => ({ path: `/tickets/${id}/follow-up` }),
        expected: staffWhoSee(200, { administrator: "200 200 200 403 404 404" }),
      },
    ],
  },
  "PATCH /tickets/follow-up": {
    slots: [
      {
        of: "ids",
        kind: "ticket",
        ask: ({ id }) => ({ path: "/tickets/follow-up", body: { ids: [id], at: FOLLOW_UP_AT } }),
        expected: { staff: "200 200 200 404 404 404", everyone: "403" },
      },
    ],
  },
  "POST /tickets/undo/{group_id}": {
    slots: [
      {
        of: "actionGroup",
        kind: "actionGroup",
        ask: ({ id }) => ({ path: `/tickets/undo/${id}` }),
        expected: { staff: "200 404 404 200 404 404", everyone: "403" },
      },
    ],
  },
  "DELETE /tickets/{ticket_id}": {
    slots: [
      onTicket("", {
        administrator: "204 204 204 204 404 404",
        manager: "204 204 204 404 404 404",
        everyone: "403",
      }),
    ],
  },
  "POST /tickets/{ticket_id}/restore": {
    slots: [onTicket("/restore", administratorsAlone("200 200 200 200 404 404"))],
  },
  "POST /tickets/{ticket_id}/solve": {
    slots: [onTicket("/solve", whoSees(200, { ...inTrash(200), ...insideInactive }))],
  },
  "POST /tickets/{ticket_id}/reopen": {
    slots: [
      {
        of: "ticket",
        kind: "closed",
        ask: ({ id }) => ({ path: `/tickets/${id}/reopen` }),
        expected: whoSees(200, { ...inTrash(200), ...insideInactive }),
      },
    ],
  },
  "POST /tickets/{ticket_id}/read": { slots: [onTicket("/read", whoSees(204))] },
  "GET /tickets/{ticket_id}/history": { slots: [onTicket("/history", whoSees(200))] },
  "GET /tickets/{ticket_id}/participants": { slots: [onTicket("/participants", whoSees(200))] },
  "GET /tickets/{ticket_id}/colleagues": {
    slots: [onTicket("/colleagues", whoSees(200, { ...inTrash(200), ...insideInactive }))],
  },
  "POST /tickets/{ticket_id}/participants": {
    slots: [
      {
        of: "ticket",
        kind: "ticket",
        ask: ({ id }, { player }) => ({ path: `/tickets/${id}/participants`, body: { user_id: player.id } }),
        expected: whoSees(201, { ...inTrash(201), ...insideInactive }),
      },
      {
        of: "user_id",
        kind: "user",
        ask: async ({ id }, { target }) => ({
          path: `/tickets/${(await target("ticket", "own")).id}/participants`,
          body: { user_id: id },
        }),
        expected: {
          staff: "201 201 201 422 422 422",
          no_role: "403",
          ...noInactive,
          everyone: "201 201 422 422 422 422",
        },
      },
    ],
  },
  "DELETE /tickets/{ticket_id}/participants/{user_id}": {
    slots: [
      {
        of: "ticket",
        kind: "ticket",
        ask: ({ id }, { player }) => ({ path: `/tickets/${id}/participants/${player.id}` }),
        expected: whoSees(204),
      },
      {
        of: "user",
        kind: "user",
        ask: async ({ id }, { target }) => ({
          path: `/tickets/${(await target("ticket", "own")).id}/participants/${id}`,
        }),
        expected: { staff: "204", no_role: "403", everyone: "204 403 403 403 403 403" },
      },
    ],
  },
  "GET /tickets/assignable-users": {
    slots: [{ of: "nothing", ask: () => ({ path: "/tickets/assignable-users" }), expected: staffOnly(200) }],
  },
  "POST /tickets/{ticket_id}/presence": {
    slots: [onTicket("/presence", staffWhoSee(200), { state: "viewing" })],
  },
};

function raising(field: string, kind: NonNullable<Slot["kind"]>, expected: Expected): Slot {
  return {
    of: field,
    kind,
    ask: ({ id }) => ({
      path: "/tickets",
      body: { ...issue, [field]: field === "attachment_ids" ? [id] : id },
    }),
    expected: { ...expected, no_role: "403", ...noInactive },
  };
}

function withoutPaging(ask: Slot["ask"]): Slot["ask"] {
  return async (target, around) => {
    const { query = {}, ...rest } = await ask(target, around);
    const { per_page: _, ...filters } = query;
    return { ...rest, query: filters };
  };
}
