import { z } from "zod";
import { Id, Time } from "../field-schemas.ts";

export const UserType = z.enum(["internal", "external"]);

export const User = z
  .object({
    id: Id,
    email: z.string(),
    fullname: z.string(),
    user_type: UserType,
    company_id: Id.nullable(),
    company_name: z.string().nullable(),
    roles: z.array(z.object({ id: Id, name: z.string() })),
    deleted_at: Time.nullable(),
    last_online: Time.nullable(),
    phone_number: z.string().nullable(),
    city: z.string().nullable(),
    state: z.string().nullable(),
    locale: z
      .string()
      .nullable()
      .meta({ description: "The language of their mails and of saved replies to them; null for the desk's" }),
    has_password: z.boolean(),
    invite_state: z.enum(["none", "not_sent", "pending", "expired"]),
    has_second_factor: z.boolean().nullable().meta({ description: "Null for whoever may not reset it" }),
    version: z.int(),
  })
  .meta({ id: "User" });

export const UserParams = z.object({ user_id: Id });
export const userMissing = { 404: "user.not_found" } as const;
export const exampleUserParams = { user_id: "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f" };
/** Any one of these lets somebody manage other people. */
export const MANAGES_PEOPLE = ["users.manage", "users.manage_company", "clients.manage"] as const;
