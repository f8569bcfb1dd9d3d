import type { Priority, Status } from "#contract/statuses.ts";

/** The content of one ticket: the request, and the conversation until it ended. */
export type Story = {
  subject: string;
  issue: string;
  team: TeamKey;
  priority: Priority;
  /** The client wrote a mail, and answers by mail. */
  byMail?: true;
  talk?: readonly Line[];
  tags?: readonly string[];
  /** When its worker comes back to it. */
  followUp?: PlannedFollowUp;
  /** What is to be done; the first ones are. */
  checklist?: { done: number; items: readonly string[] };
  /** The client's company; absent: the dice choose. */
  at?: CompanyKey;
  /** Today's status; absent: the dice choose by its age. */
  status?: Status;
};

/** In so many days; 0 has just come. */
export type PlannedFollowUp = { days: number; holds?: true; firm?: true };

/** Names that fill the slots of one of several similar stories. */
export type Fill = readonly string[];

/** The requester, staff in public, staff among themselves. */
export type Line = { client: string } | { staff: string } | { note: string };

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
