import { z } from "zod";
import { PERMISSION_KEYS } from "./access/permissions.ts";
import { endpoint } from "./endpoint.ts";
import { LIMITS } from "./limits.ts";
import { Email, Id, Time } from "./shared.ts";
import { WORDS } from "./words.ts";

export const Password = z
  .string(WORDS.passwordRequired)
  .min(1, WORDS.passwordRequired)
  .max(LIMITS.passwordMaximum, `Password must be at most ${LIMITS.passwordMaximum} characters`);

export const CurrentUser = z
  .object({
    id: Id,
    email: z.string(),
    fullname: z.string(),
    user_type: z.enum(["internal", "external"]),
    company_id: Id.nullable(),
    company_name: z.string().nullable(),
    company_active: z.boolean(),
    roles: z.array(z.object({ id: Id, name: z.string() })),
    permissions: z.array(z.enum(PERMISSION_KEYS)),
    phone_number: z.string().nullable(),
    city: z.string().nullable(),
    state: z.string().nullable(),
    timezone: z.string().nullable(),
    locale: z.string().nullable(),
    must_change_password: z.boolean(),
  })
  .meta({ id: "CurrentUser" });

const AccessToken = z.object({ access_token: z.string() });

export const Session = z
  .object({
    id: Id,
    created_at: Time,
    last_used_at: Time,
    ip: z.string().nullable(),
    user_agent: z.string().nullable(),
    method: z.string(),
    current: z.boolean(),
  })
  .meta({ id: "Session" });

export const auth = {
  login: endpoint({
    method: "POST",
    path: "/auth/login",
    policy: "public",
    summary: "Sign in",
    description:
      "Answers an access token and sets the renewal cookie. Wrong, unknown, deleted and inactive answer alike.",
    body: z.strictObject({
      email: z.string(WORDS.emailRequired).trim().min(1, WORDS.emailRequired).max(LIMITS.email),
      password: Password,
    }),
    reply: AccessToken,
    example: {
      body: { email: "agent@waypost.example", password: "waypost-demo" },
      reply: { access_token: "q0Vh2kq0XfT7n9mB3dJ5rY1wZ8uC6aE4gL2sP0iK7oM" },
    },
  }),
  logout: endpoint({
    method: "POST",
    path: "/auth/logout",
    policy: "public",
    summary: "Sign out",
    description: "Ends the session of the renewal cookie or bearer token at once, and clears the cookie.",
  }),
  refresh: endpoint({
    method: "POST",
    path: "/auth/refresh",
    policy: "public",
    summary: "Renew the access token",
    description:
      "Rotates the renewal cookie. A cookie used twice ends its session, but for ten seconds of grace.",
    reply: AccessToken,
    example: { reply: { access_token: "q0Vh2kq0XfT7n9mB3dJ5rY1wZ8uC6aE4gL2sP0iK7oM" } },
  }),
  me: endpoint({
    method: "GET",
    path: "/auth/me",
    policy: "signed-in",
    summary: "Read the current user",
    reply: CurrentUser,
    example: {},
  }),
  sessions: endpoint({
    method: "GET",
    path: "/auth/sessions",
    policy: "signed-in",
    summary: "List own sessions",
    reply: z.object({ sessions: z.array(Session) }),
    example: {},
  }),
  endSession: endpoint({
    method: "DELETE",
    path: "/auth/sessions/{session_id}",
    policy: "signed-in",
    summary: "Sign out one of the own sessions",
    params: z.object({ session_id: Id }),
    refusals: { 404: "Session not found" },
    example: { params: { session_id: "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f" } },
  }),
  forgotPassword: endpoint({
    method: "POST",
    path: "/auth/forgot-password",
    policy: "public",
    summary: "Ask for a link to set a new password",
    description: "Always answers the same, whether or not the address is known.",
    body: z.strictObject({ email: Email }),
    status: 204,
    example: { body: { email: "client@kestrel.example" } },
  }),
  resetPassword: endpoint({
    method: "POST",
    path: "/auth/reset-password",
    policy: "public",
    summary: "Set a new password with a link's token",
    body: z.strictObject({ token: z.string().max(200), password: Password }),
    status: 204,
    refusals: { 400: "This link is no longer valid" },
    example: { body: { token: "7nq...", password: "a longer pass phrase" } },
  }),
  invitation: endpoint({
    method: "POST",
    path: "/auth/invitation",
    policy: "public",
    summary: "Look at an invitation or reset link without using it",
    body: z.strictObject({ token: z.string().max(200) }),
    reply: z.object({
      purpose: z.enum(["invite", "reset_password"]),
      email: z.string(),
      fullname: z.string(),
      company_name: z.string().nullable(),
      expires_at: Time,
    }),
    refusals: { 400: "This link is no longer valid" },
    example: { body: { token: "7nq..." } },
  }),
  acceptInvite: endpoint({
    method: "POST",
    path: "/auth/accept-invite",
    policy: "public",
    summary: "Accept an invitation: set name and password",
    body: z.strictObject({
      token: z.string().max(200),
      fullname: z.string(WORDS.fullNameRequired).trim().min(1, WORDS.fullNameRequired).max(LIMITS.name),
      password: Password,
    }),
    status: 204,
    refusals: { 400: "This link is no longer valid" },
    example: { body: { token: "7nq...", fullname: "Tomás Aguilar", password: "a longer pass phrase" } },
  }),
} as const;
