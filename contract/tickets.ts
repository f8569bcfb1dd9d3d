import { together } from "./tickets/bulk.ts";
import { changing } from "./tickets/change.ts";
import { creating } from "./tickets/create.ts";
import { ending } from "./tickets/life.ts";
import { listing } from "./tickets/list.ts";
import { following } from "./tickets/participants.ts";
import { reading } from "./tickets/read.ts";

/** Everything about tickets, verb by verb; their shapes stand in `tickets/ticket.ts`. */
export const tickets = {
  ...listing,
  ...reading,
  ...creating,
  ...changing,
  ...together,
  ...ending,
  ...following,
} as const;
