import { z } from "zod";
import { PERMISSION_KEYS } from "../access/permissions.ts";
import { endpoint } from "../endpoint.ts";
import { LIMITS } from "../limits.ts";
import { Id, Time } from "../field-schemas.ts";
import { AUTH_REFUSALS } from "../refusals/auth.ts";
import { USER_REFUSALS } from "../refusals/users.ts";
import { messagesOf } from "../refusals/schema-message.ts";

const message = messagesOf({ ...AUTH_REFUSALS, ...USER_REFUSALS });

export const Password = z
  .string(message("auth.password_required"))
  .min(1, message("auth.password_required"))
  .max(LIMITS.passwordMaximum, message("auth.password_too_long", { max: LIMITS.passwordMaximum }));

export const CurrentUser = z
  .object({
    id: Id,
    email: z.string(),
    fullname: z.string(),
    user_type: z.enum(["internal", "external"]),
    company_id: Id.nullable(),
    company_name: z.string().nullable(),
    company_active: z.boolean(),
    urgent_allowed: z.boolean(),
    roles: z.array(z.object({ id: Id, name: z.string() })),
    permissions: z.array(z.enum(PERMISSION_KEYS)),
    phone_number: z.string().nullable(),
    city: z.string().nullable(),
    state: z.string().nullable(),
    timezone: z.string().nullable(),
    locale: z.string().nullable(),
    hide_last_online: z.boolean(),
    must_change_password: z.boolean(),
    must_set_up_second_factor: z.boolean(),
    sees_due_times: z
      .boolean()
      .meta({ description: "There are service levels, and this person sees due times" }),
    undo_send_seconds: z
      .int()
      .optional()
      .meta({ description: "Seconds for which the app holds one's answers; staff alone have it" }),
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

/** A sign-in with the right address and a wrong password. */
const FailedSignIn = z
  .object({ at: Time, ip: z.string().nullable(), user_agent: z.string().nullable() })
  .meta({ id: "FailedSignIn" });

/** Signing in, staying signed in and signing out. */
export const sessionEndpoints = {
  login: endpoint({
    method: "POST",
    path: "/auth/login",
    policy: "public",
    summary: "Sign in",
    description:
      "Answers an access token and sets the renewal cookie. Wrong, unknown, deleted and inactive answer alike. With two-factor sign-in and no code: 401 with code auth.second_factor_required; with a wrong or used one: auth.second_factor_wrong.",
    body: z.strictObject({
      email: z
        .string(message("user.email_required"))
        .trim()
        .min(1, message("user.email_required"))
        .max(LIMITS.email),
      password: Password,
      code: z.string().trim().max(LIMITS.factorCode, message("auth.second_factor_wrong")).optional(),
    }),
    answersSecrets: true,
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
    answersSecrets: true,
    reply: AccessToken,
    example: { reply: { access_token: "q0Vh2kq0XfT7n9mB3dJ5rY1wZ8uC6aE4gL2sP0iK7oM" } },
  }),
  me: endpoint({
    method: "GET",
    path: "/auth/me",
    policy: "signed-in",
    summary: "Read the current user",
    description:
      "With must_change_password every other endpoint but change-password answers 403 with code auth.password_change_required; with must_set_up_second_factor every one but those that set it up answers 403 with code auth.second_factor_setup_required.",
    duringPasswordChange: true,
    duringSecondFactorSetup: true,
    reply: CurrentUser,
    example: {},
  }),
  confirmIdentity: endpoint({
    method: "POST",
    path: "/auth/confirm-identity",
    policy: "signed-in",
    summary: "Confirm that it is you, before a grave action",
    description:
      "With two-factor sign-in: a code of the app, or a recovery code; else the password. Counts for this session alone.",
    answersSecrets: true,
    body: z.strictObject({
      current_password: Password.optional(),
      code: z.string().trim().max(LIMITS.factorCode, message("auth.second_factor_wrong")).optional(),
    }),
    refusals: { 400: "auth.current_password_wrong" },
    example: { body: { current_password: "waypost-demo" } },
  }),
  sessions: endpoint({
    method: "GET",
    path: "/auth/sessions",
    policy: "signed-in",
    summary: "List own sessions",
    description:
      "failed_sign_ins: the newest ten of the last 30 days with a wrong password; of each hour the first ten are kept.",
    reply: z.object({ sessions: z.array(Session), failed_sign_ins: z.array(FailedSignIn) }),
    example: {},
  }),
  endSession: endpoint({
    method: "DELETE",
    path: "/auth/sessions/{session_id}",
    policy: "signed-in",
    summary: "Sign out one of the own sessions",
    params: z.object({ session_id: Id }),
    refusals: { 404: "auth.session_not_found" },
    example: { params: { session_id: "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f" } },
  }),
} as const;
