import { administratorsAlone, type Expected, type Slot, type Table } from "../expected-status.ts";
import { fresh } from "../unique-word.ts";

const settings = () => ({ kind: "listen", address: `${fresh().toLowerCase()}@desk.test` });

/** Mailboxes are the desk's: a "deleted" one is gone, and there is none of another company. */
export const mailboxes: Table = {
  "GET /mailboxes": {
    slots: [
      {
        of: "nothing",
        ask: () => ({ path: "/mailboxes" }),
        expected: { administrator: "200", manager: "200", team_lead: "200", everyone: "403" },
      },
    ],
  },
  "POST /mailboxes": {
    slots: [
      {
        of: "nothing",
        ask: () => ({ path: "/mailboxes", body: settings() }),
        expected: administratorsAlone("201"),
      },
    ],
  },
  "POST /mailboxes/check": {
    slots: [
      {
        of: "nothing",
        ask: () => ({ path: "/mailboxes/check", body: settings() }),
        expected: administratorsAlone("200"),
      },
    ],
  },
  "GET /mailboxes/{mailbox_id}": { slots: [onMailbox("", administratorsAlone("200 200 200 404 404 404"))] },
  "PATCH /mailboxes/{mailbox_id}": {
    slots: [onMailbox("", administratorsAlone("200 200 200 404 404 404"), { confirms: false })],
  },
  "DELETE /mailboxes/{mailbox_id}": {
    slots: [onMailbox("", administratorsAlone("204 204 204 404 404 404"))],
  },
  "POST /mailboxes/{mailbox_id}/pause": {
    slots: [onMailbox("/pause", administratorsAlone("200 200 200 404 404 404"))],
  },
  "POST /mailboxes/{mailbox_id}/resume": {
    slots: [onMailbox("/resume", administratorsAlone("200 200 200 404 404 404"))],
  },
  "POST /mailboxes/{mailbox_id}/check": {
    slots: [onMailbox("/check", administratorsAlone("200 200 200 404 404 404"))],
  },
  "POST /mailboxes/{mailbox_id}/hook-secret": {
    slots: [onMailbox("/hook-secret", administratorsAlone("201 201 201 404 404 404"))],
  },
};

function onMailbox(suffix: string, expected: Expected, body?: object): Slot {
  return {
    of: "mailbox",
    kind: "mailbox",
    relations: ["own", "deleted", "nonexistent", "wrong type"],
    ask: ({ id }) => ({ path: `/mailboxes/${id}${suffix}`, body }),
    expected,
  };
}
