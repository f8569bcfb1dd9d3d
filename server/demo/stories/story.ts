import type { Priority, Status } from "#contract/statuses.ts";

/** One ticket's tale: what was asked, and what was said until it ended. */
export type Story = {
  subject: string;
  issue: string;
  team: TeamKey;
  priority: Priority;
  talk?: readonly Said[];
  /** Where it happened; absent: the dice choose. */
  at?: CompanyKey;
  /** Where it stands; absent: the dice choose by its age. */
  status?: Status;
};

/** The names that make one of several stories that are told alike. */
export type Fill = readonly string[];

/** The requester, staff in public, staff among themselves. */
export type Said = { client: string } | { staff: string } | { note: string };

export type TeamKey = "support" | "network" | "devices" | "identity" | "servers" | "applications";

export type CompanyKey =
  | "kestrel"
  | "aster"
  | "meridian"
  | "tidewell"
  | "fjord"
  | "brightwater"
  | "castellan"
  | "linden"
  | "novak"
  | "oakline"
  | "portquay";
