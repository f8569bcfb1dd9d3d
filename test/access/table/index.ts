import type { Table } from "../expect.ts";
import { comments } from "./comments.ts";
import { house } from "./house.ts";
import { people } from "./people.ts";
import { tickets } from "./tickets.ts";

/** Who may do what, written from the specification and the decision list; the server's own rules are not asked. */
export const TABLE: Table = { ...tickets, ...comments, ...people, ...house };
