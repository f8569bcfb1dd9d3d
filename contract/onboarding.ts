import { z } from "zod";
import { endpoint } from "./endpoint.ts";

export const FirstSteps = z
  .object({
    is_dismissed: z.boolean().meta({ description: "An administrator has put the list away, for everybody" }),
    brand: z.boolean().meta({ description: "The desk has a name or a logo of its own" }),
    team: z.boolean().meta({ description: "Somebody besides the first administrator can sign in as staff" }),
    mail: z.boolean().meta({ description: "A mail server is set, so that mails are sent and not captured" }),
    client: z.boolean().meta({ description: "A client has an account" }),
    answer: z.boolean().meta({ description: "A client's ticket was answered by staff" }),
    samples: z.boolean().meta({ description: "Sample data is still there" }),
  })
  .meta({ id: "FirstSteps" });

const counts = {
  tickets: z.int(),
  companies: z.int(),
  people: z.int(),
  teams: z.int(),
};

export const Samples = z
  .object({ ...counts })
  .meta({ id: "Samples", description: "How much of the invented data is left; all zero without any" });

export const Removal = z
  .object({
    removed: z.object({ ...counts, mails: z.int() }),
    kept: z.object({
      tickets: z.int().meta({ description: "Somebody real worked on them, or they belong to somebody real" }),
      companies: z.int().meta({ description: "Something that stays belongs to them" }),
      people: z.int().meta({ description: "Named by something that stays: their accounts are closed" }),
      teams: z.int().meta({ description: "Something that stays belongs to them" }),
      adopted: z
        .int()
        .meta({ description: "Accounts whose address or password was changed: they go on as they are" }),
    }),
    keeps_own_account: z
      .boolean()
      .meta({ description: "The caller's own account is a sample: it stays, and so does the session" }),
  })
  .meta({ id: "SampleRemoval" });

/** The first steps of a new desk's administrator, and the sample data that comes with it. */
export const onboarding = {
  steps: endpoint({
    method: "GET",
    path: "/first-steps",
    policy: "settings.manage",
    summary: "Read how far the desk is set up",
    reply: FirstSteps,
    example: {},
  }),
  dismiss: endpoint({
    method: "PATCH",
    path: "/first-steps",
    policy: "settings.manage",
    summary: "Put the list of first steps away, or bring it back",
    body: z.strictObject({ is_dismissed: z.boolean() }),
    reply: FirstSteps,
    example: { body: { is_dismissed: true } },
  }),
  samples: endpoint({
    method: "GET",
    path: "/samples",
    policy: "settings.manage",
    summary: "Count the sample data that is left",
    reply: Samples,
    example: {},
  }),
  preview: endpoint({
    method: "GET",
    path: "/samples/removal",
    policy: "settings.manage",
    summary: "Say exactly what removing the sample data would take away and what would stay",
    reply: Removal,
    refusals: { 409: "settings.no_samples" },
    example: {},
  }),
  remove: endpoint({
    method: "POST",
    path: "/samples/removal",
    policy: "settings.manage",
    confirmedIdentity: true,
    summary: "Remove the sample data for good",
    description:
      "Takes away what the demo invented: tickets with their conversations and history, people, companies, teams and mails, in one transaction. What real people made or worked on stays, with whom and what it belongs to. Cannot be undone.",
    reply: Removal,
    refusals: { 409: "settings.no_samples" },
    example: {},
  }),
} as const;
