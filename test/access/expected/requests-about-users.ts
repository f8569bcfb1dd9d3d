import type { Expected, Slot } from "../expected-status.ts";

export const onUser = (suffix: string, expected: Expected, body?: unknown): Slot => ({
  of: "user",
  kind: "user",
  ask: ({ id }) => ({ path: `/users/${id}${suffix}`, body }),
  expected,
});

/** For external users the staff is as good as absent; `refused` where they may not ask at all. */
export const onStaff = (suffix: string, refused: Expected, body?: unknown): Slot => ({
  of: "one of the staff",
  kind: "staff",
  relations: ["other company"],
  ask: ({ id }) => ({ path: `/users/${id}${suffix}`, body }),
  expected: { ...refused, client_admin: "404" },
});

/** The statuses of reading a person. */
export const reading: Expected = {
  administrator: "200 200 200 200 404 404",
  staff: "200 200 200 404 404 404",
  client_admin: "200 200 404 200 404 404",
  client: "200 404 404 404 404 404",
  no_role: "200 404 404 404 404 404",
};

/** 403 for everybody who manages no people. */
export const managersRefused: Expected = { staff: "403", client: "403", no_role: "403" };
