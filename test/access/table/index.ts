import type { Table } from "../expected-status.ts";
import { comments } from "./comments.ts";
import { companies } from "./companies.ts";
import { groups } from "./groups.ts";
import { instance } from "./instance.ts";
import { roles } from "./roles.ts";
import { tickets } from "./tickets.ts";
import { users } from "./users.ts";

/** Who may do what, written from docs/rules.md; the server's own rules are not asked. */
export const TABLE: Table = {
  ...tickets,
  ...comments,
  ...users,
  ...roles,
  ...companies,
  ...groups,
  ...instance,
};
