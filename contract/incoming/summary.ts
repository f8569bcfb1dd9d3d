import { z } from "zod";
import { endpoint } from "../endpoint.ts";

/** What came in lately, in numbers. */
export const incomingSummary = endpoint({
  method: "GET",
  path: "/incoming/summary",
  policy: "mail.triage",
  summary: "Count the mails of the last 24 hours",
  reply: z.object({
    mails: z.int(),
    tickets: z.int().meta({ description: "Those that opened a ticket" }),
    comments: z.int().meta({ description: "Those that became a comment" }),
    automatic: z.int().meta({ description: "Automatic replies, reports and the like" }),
  }),
  example: {},
});
