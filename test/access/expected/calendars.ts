import { administratorsAlone, type Expected, type Slot, type Table } from "../expected-status.ts";
import { fresh } from "../unique-word.ts";
import { OFFICE_WEEK } from "../../support/calendars/week-of.ts";

const staff: Expected = { staff: "200", everyone: "403" };
const draft = () => ({
  name: fresh(),
  zone: "Europe/London",
  week: OFFICE_WEEK,
  days: [{ day: "2026-12-25", name: "Christmas Day", hours: null }],
});

const onCalendar = (expected: Expected, body?: () => object): Slot => ({
  of: "calendar",
  kind: "calendar",
  relations: ["own", "deleted", "nonexistent", "wrong type"],
  ask: ({ id }) => ({ path: `/calendars/${id}`, body: body?.() }),
  expected,
});

/** Rules 877 and 879. */
export const calendars: Table = {
  "GET /calendars": { slots: [{ of: "nothing", ask: () => ({ path: "/calendars" }), expected: staff }] },
  "GET /calendars/{calendar_id}": {
    // An archived one is read as before.
    slots: [onCalendar({ staff: "200 200 200 200 404 404", everyone: "403" })],
  },
  "POST /calendars": {
    slots: [
      {
        of: "nothing",
        ask: () => ({ path: "/calendars", body: draft() }),
        expected: administratorsAlone("201"),
      },
    ],
  },
  "PUT /calendars/{calendar_id}": {
    slots: [
      onCalendar(administratorsAlone("200 200 200 404 404 404"), () => ({ ...draft(), base_version: 1 })),
    ],
  },
  "DELETE /calendars/{calendar_id}": {
    slots: [onCalendar(administratorsAlone("204 204 204 404 404 404"))],
  },
  "GET /calendars/holidays/countries": {
    slots: [
      {
        of: "nothing",
        ask: () => ({ path: "/calendars/holidays/countries" }),
        expected: administratorsAlone("200"),
      },
    ],
  },
  "GET /calendars/holidays": {
    slots: [
      {
        of: "nothing",
        ask: () => ({ path: "/calendars/holidays", query: { country: "GB", year: "2027" } }),
        expected: administratorsAlone("200"),
      },
    ],
  },
};
