import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { Time } from "../field-schemas.ts";
import { LIMITS } from "../limits.ts";
import { exampleUserParams, MANAGES_PEOPLE, userMissing, UserParams } from "./user-schemas.ts";

export const mailReachEndpoints = {
  mailReach: endpoint({
    method: "GET",
    path: "/users/{user_id}/mail-reach",
    policy: MANAGES_PEOPLE,
    summary: "Say whether mail reaches a user",
    description:
      "A mail that comes back for good marks its address: nothing is sent there until somebody tries again.",
    params: UserParams,
    reply: z.object({
      address: z.string(),
      bounced: z
        .object({
          since: Time,
          reason: z.string(),
          reset_asked_at: Time.nullable().meta({
            description: "When somebody asked last for a link to set a new password, which was not sent",
          }),
        })
        .nullable(),
    }),
    refusals: userMissing,
    example: { params: exampleUserParams },
  }),
  tryMailAgain: endpoint({
    method: "POST",
    path: "/users/{user_id}/try-mail-again",
    policy: MANAGES_PEOPLE,
    summary: "Send mail to a user's address again",
    description: `Takes the mark from the address and queues what it did not get in the last ${LIMITS.undeliveredDays} days. Answers how many mails those are.`,
    params: UserParams,
    reply: z.object({ queued: z.int() }),
    refusals: { ...userMissing, 409: "user.deleted" },
    example: { params: exampleUserParams },
  }),
} as const;
