import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Id } from "./field-schemas.ts";

export const config = {
  get: endpoint({
    method: "GET",
    path: "/config",
    policy: "public",
    summary: "Read what the sign-in page needs",
    description: "Brand, theme default and whether mail is configured; nothing secret.",
    reply: z.object({
      name: z.string(),
      short_name: z.string(),
      logo_url: z.string().nullable(),
      default_theme: z.enum(["dark", "light", "system"]),
      mail_configured: z.boolean(),
      demo: z.boolean(),
      setup_needed: z.boolean(),
      internal_company: z.object({ id: Id, name: z.string() }),
      ticket_prefix: z.string(),
      time_zone: z.string().meta({ description: "Of the organization, in which its days begin" }),
      password_minimum: z.int(),
      trash_days: z.int().meta({ description: "Days until a deleted ticket is erased" }),
      version: z.string(),
    }),
    example: {},
  }),
} as const;
