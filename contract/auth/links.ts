import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { LIMITS } from "../limits.ts";
import { Email, KnownEmail, nameText, Time } from "../field-schemas.ts";
import { AUTH_REFUSALS } from "../refusals/auth.ts";
import { USER_REFUSALS } from "../refusals/users.ts";
import { messagesOf } from "../refusals/schema-message.ts";
import { Password } from "./sessions.ts";

const message = messagesOf({ ...AUTH_REFUSALS, ...USER_REFUSALS });

/** The token of a mailed link: 43 characters. Any other text is accepted here, so that it gets the same refusal. */
const LinkToken = z.string().max(200);
const invalidLink = { 400: "auth.link_invalid" } as const;

/** What is done without a session: by a mailed link, or by the code of a new desk. */
export const linkEndpoints = {
  forgotPassword: endpoint({
    method: "POST",
    path: "/auth/forgot-password",
    policy: "public",
    summary: "Ask for a link to set a new password",
    description: "Always answers the same, whether or not the address is known.",
    body: z.strictObject({ email: KnownEmail }),
    status: 204,
    example: { body: { email: "client@kestrel.example" } },
  }),
  resetPassword: endpoint({
    method: "POST",
    path: "/auth/reset-password",
    policy: "public",
    summary: "Set a new password with a link's token",
    description: "Works once; ends every session of the user.",
    body: z.strictObject({ token: LinkToken, password: Password }),
    status: 204,
    refusals: invalidLink,
    example: { body: { token: "7nq...", password: "a longer pass phrase" } },
  }),
  invitation: endpoint({
    method: "POST",
    path: "/auth/invitation",
    policy: "public",
    summary: "Look at a mailed link without using it",
    description:
      "A link that has run out answers 400 with code auth.link_expired, any other dead one with auth.link_invalid.",
    body: z.strictObject({ token: LinkToken }),
    reply: z.object({
      purpose: z.enum(["invite", "reset_password", "undo_email"]),
      email: z.string(),
      fullname: z.string(),
      company_name: z.string().nullable(),
      expires_at: Time,
    }),
    refusals: invalidLink,
    example: { body: { token: "7nq..." } },
  }),
  askForInvitation: endpoint({
    method: "POST",
    path: "/auth/ask-for-invitation",
    policy: "public",
    summary: "Ask for a new invitation with one that has run out",
    description: "Always answers the same; the new link goes to the invited address.",
    body: z.strictObject({ token: LinkToken }),
    status: 204,
    example: { body: { token: "7nq..." } },
  }),
  acceptInvite: endpoint({
    method: "POST",
    path: "/auth/accept-invite",
    policy: "public",
    summary: "Accept an invitation: set name and password",
    body: z.strictObject({
      token: LinkToken,
      fullname: nameText("full_name", LIMITS.name, message("user.full_name_required")),
      password: Password,
    }),
    status: 204,
    refusals: invalidLink,
    example: { body: { token: "7nq...", fullname: "Tomás Aguilar", password: "a longer pass phrase" } },
  }),
  undoEmailChange: endpoint({
    method: "POST",
    path: "/auth/undo-email-change",
    policy: "public",
    summary: "Take back a change of address with the link mailed to the old one",
    description: "Works for 72 hours, and ends every session of the user.",
    body: z.strictObject({ token: LinkToken }),
    reply: z.object({ email: z.string() }),
    refusals: { ...invalidLink, 409: "user.email_taken" },
    example: { body: { token: "7nq..." } },
  }),
  setup: endpoint({
    method: "POST",
    path: "/auth/setup",
    policy: "public",
    summary: "Make the first administrator",
    description: "Works once, with the code that the server prints while nobody administers it.",
    body: z.strictObject({
      code: z
        .string(message("auth.setup_code_required"))
        .trim()
        .min(1, message("auth.setup_code_required"))
        .max(200),
      email: Email,
      fullname: nameText("full_name", LIMITS.name, message("user.full_name_required")),
      password: Password,
    }),
    status: 204,
    refusals: { 400: "auth.setup_code_wrong", 409: "auth.already_set_up" },
    example: {
      body: {
        code: "K7QM-2XHD-94TF",
        email: "admin@waypost.example",
        fullname: "Maren Solberg",
        password: "a longer pass phrase",
      },
    },
  }),
} as const;
