import { bulkEndpoints } from "./tickets/bulk.ts";
import { changeEndpoints } from "./tickets/change.ts";
import { createEndpoints } from "./tickets/create.ts";
import { followUpEndpoints } from "./tickets/follow-up.ts";
import { lifecycleEndpoints } from "./tickets/lifecycle.ts";
import { ticketListEndpoints } from "./tickets/list.ts";
import { participantEndpoints } from "./tickets/participants.ts";
import { readEndpoints } from "./tickets/read.ts";

/** The endpoints of tickets; `tickets/ticket-schemas.ts` holds their shapes. */
export const tickets = {
  ...ticketListEndpoints,
  ...readEndpoints,
  ...createEndpoints,
  ...changeEndpoints,
  ...bulkEndpoints,
  ...followUpEndpoints,
  ...lifecycleEndpoints,
  ...participantEndpoints,
} as const;
