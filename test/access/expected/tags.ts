import { staffWhoSee, type Expected, type Slot, type Table } from "../expected-status.ts";
import { fresh } from "../unique-word.ts";

const staff: Expected = { staff: "200", everyone: "403" };
/** Administrators, managers and team leads. */
const managers = (words: string): Expected => ({
  administrator: words,
  manager: words,
  team_lead: words,
  everyone: "403",
});

/** A tag belongs to nobody: it is there, or gone. */
const onTag = (suffix: string, words: string, body?: () => object, of = "tag"): Slot => ({
  of,
  kind: "tag",
  relations: ["own", "deleted", "nonexistent", "wrong type"],
  ask: ({ id }) => ({ path: `/tags/${id}${suffix}`, body: body?.() }),
  expected: managers(words),
});

/** Rules 740 to 747. */
export const tags: Table = {
  "GET /tags": { slots: [{ of: "nothing", ask: () => ({ path: "/tags" }), expected: staff }] },
  "POST /tags": {
    slots: [
      {
        of: "nothing",
        ask: () => ({ path: "/tags", body: { name: fresh() } }),
        expected: { staff: "201", everyone: "403" },
      },
    ],
  },
  "PATCH /tags/{tag_id}": { slots: [onTag("", "200 200 200 404 404 404", () => ({ name: fresh() }))] },
  "DELETE /tags/{tag_id}": { slots: [onTag("", "200 200 200 404 404 404")] },
  "POST /tags/{tag_id}/merge": {
    slots: [
      {
        of: "tag",
        kind: "tag",
        relations: ["own", "deleted", "nonexistent", "wrong type"],
        ask: async ({ id }, { target }) => ({
          path: `/tags/${id}/merge`,
          body: { into_id: (await target("tag", "own")).id },
        }),
        expected: managers("200 200 200 404 404 404"),
      },
      {
        of: "into_id",
        kind: "tag",
        relations: ["own", "deleted", "nonexistent", "wrong type"],
        ask: async ({ id }, { target }) => ({
          path: `/tags/${(await target("tag", "own")).id}/merge`,
          body: { into_id: id },
        }),
        expected: managers("200 200 200 422 422 422"),
      },
    ],
  },
  "POST /tags/undo/{group_id}": {
    slots: [
      {
        of: "tagging",
        kind: "tagging",
        ask: ({ id }) => ({ path: `/tags/undo/${id}` }),
        expected: { staff: "200 404 404 200 404 404", everyone: "403" },
      },
    ],
  },
  "PUT /tickets/{ticket_id}/tags": {
    slots: [
      {
        of: "ticket",
        kind: "ticket",
        ask: ({ id }) => ({ path: `/tickets/${id}/tags`, body: { tags: ["matrix"] } }),
        expected: staffWhoSee(200, { administrator: "200 200 200 403 404 404" }),
      },
    ],
  },
  "PATCH /tickets/tags": {
    slots: [
      {
        of: "ids",
        kind: "ticket",
        ask: ({ id }) => ({ path: "/tickets/tags", body: { ids: [id], add_tags: ["matrix"] } }),
        expected: { staff: "200 200 200 404 404 404", everyone: "403" },
      },
    ],
  },
};
