import { staffWhoSee, type Expected, type Slot, type Table } from "../expected-status.ts";
import { fresh } from "../unique-word.ts";

const staff: Expected = { staff: "200", everyone: "403" };
const body = (audience: string) => ({
  name: fresh(),
  audience,
  texts: [{ language: "en", body: "Hello {{client.first_name|there}}" }],
});

type Words = { own: string; shared: string; gone: string };

/** What everybody on the staff may do with the own replies, and those who share replies with everybody's. */
const onReply = (
  words: Words,
  {
    suffix = "",
    change,
    kinds = ["reply", "personalReply"] as const,
  }: {
    suffix?: string;
    change?: () => object;
    kinds?: readonly ["reply" | "deletedReply", "personalReply" | "deletedPersonalReply"];
  } = {},
): Slot[] => [
  {
    of: kinds[0],
    kind: kinds[0],
    relations: ["own", "same company", "nonexistent", "wrong type"],
    ask: ({ id }) => ({ path: `/replies/${id}${suffix}`, body: change?.() }),
    expected: {
      administrator: `${words.own} ${words.own} ${words.gone}`,
      manager: `${words.own} ${words.own} ${words.gone}`,
      team_lead: `${words.own} ${words.own} ${words.gone}`,
      staff: `${words.own} ${words.shared} ${words.gone}`,
      everyone: "403",
    },
  },
  {
    of: kinds[1],
    kind: kinds[1],
    relations: ["own", "same company"],
    ask: ({ id }) => ({ path: `/replies/${id}${suffix}`, body: change?.() }),
    expected: { staff: `${words.own} 404 ${words.gone}`, everyone: "403" },
  },
];

const GONE = "404 404 404 404";

/** Reading a reply with a ticket: every reply that one sees, and every ticket. */
const withTicket = (suffix: string, ask: (ticket: string) => object, ofTicket: Expected): Slot[] => [
  {
    of: "reply",
    kind: "reply",
    relations: ["own", "same company", "nonexistent", "wrong type"],
    ask: async ({ id }, { target }) => ({
      path: `/replies/${id}${suffix}`,
      body: ask((await target("ticket", "own")).id),
    }),
    expected: { staff: `200 200 ${GONE}`, everyone: "403" },
  },
  {
    of: "personalReply",
    kind: "personalReply",
    relations: ["own", "same company"],
    ask: async ({ id }, { target }) => ({
      path: `/replies/${id}${suffix}`,
      body: ask((await target("ticket", "own")).id),
    }),
    expected: { staff: `200 404 ${GONE}`, everyone: "403" },
  },
  {
    of: "ticket",
    kind: "ticket",
    ask: async ({ id }, { target }) => ({
      path: `/replies/${(await target("reply", "own")).id}${suffix}`,
      body: ask(id),
    }),
    expected: ofTicket,
  },
];

/** Rules 790 to 807. */
export const replies: Table = {
  "GET /replies": {
    slots: [
      { of: "nothing", ask: () => ({ path: "/replies" }), expected: staff },
      {
        of: "ticket",
        kind: "ticket",
        ask: ({ id }) => ({ path: "/replies", query: { ticket_id: id } }),
        expected: staffWhoSee(200),
      },
    ],
  },
  "POST /replies": {
    slots: [
      {
        of: "nothing",
        ask: () => ({ path: "/replies", body: body("me") }),
        expected: { staff: "201", everyone: "403" },
      },
      {
        of: "for everyone",
        ask: () => ({ path: "/replies", body: body("everyone") }),
        expected: { administrator: "201", manager: "201", team_lead: "201", everyone: "403" },
      },
    ],
  },
  "GET /replies/{reply_id}": { slots: onReply({ own: "200", shared: "200", gone: GONE }) },
  "PATCH /replies/{reply_id}": {
    slots: onReply({ own: "200", shared: "403", gone: GONE }, { change: () => ({ name: fresh() }) }),
  },
  "DELETE /replies/{reply_id}": { slots: onReply({ own: "204", shared: "403", gone: GONE }) },
  "POST /replies/{reply_id}/restore": {
    slots: onReply(
      { own: "200", shared: "403", gone: GONE },
      { suffix: "/restore", kinds: ["deletedReply", "deletedPersonalReply"] },
    ),
  },
  "POST /replies/{reply_id}/render": {
    slots: withTicket("/render", (ticket_id) => ({ ticket_id }), staffWhoSee(200)),
  },
  "POST /replies/render": {
    slots: [
      {
        of: "ticket",
        kind: "ticket",
        ask: ({ id }) => ({
          path: "/replies/render",
          body: { ticket_id: id, language: "en", body: "Hello" },
        }),
        expected: staffWhoSee(200),
      },
    ],
  },
  "POST /replies/{reply_id}/preview": {
    slots: withTicket("/preview", (ticket) => ({ ticket_ids: [ticket] }), {
      // A ticket that is not there is said to be gone.
      staff: "200 200 200 200 200 200",
      everyone: "403",
    }),
  },
  "POST /replies/{reply_id}/apply": {
    slots: withTicket("/apply", (ticket) => ({ ticket_ids: [ticket] }), {
      staff: "200 200 200 404 404 404",
      everyone: "403",
    }),
  },
  "POST /macros/apply": {
    slots: [
      {
        of: "ticket_ids",
        kind: "ticket",
        ask: ({ id }) => ({
          path: "/macros/apply",
          body: { ticket_ids: [id], effects: { priority: "high" } },
        }),
        expected: { staff: "200 200 200 404 404 404", everyone: "403" },
      },
      {
        of: "assignee",
        kind: "user",
        ask: async ({ id }, { target }) => ({
          path: "/macros/apply",
          body: { ticket_ids: [(await target("ticket", "own")).id], effects: { assignee: id } },
        }),
        expected: { staff: "200 200 409 409 409 409", everyone: "403" },
      },
      {
        of: "team",
        kind: "group",
        ask: async ({ id }, { target }) => ({
          path: "/macros/apply",
          body: { ticket_ids: [(await target("ticket", "own")).id], effects: { team: id } },
        }),
        expected: { staff: "200 200 409 409 409 409", everyone: "403" },
      },
    ],
  },
};
