import { z } from "zod";
import { Password } from "./sessions.ts";
import { endpoint } from "../endpoint.ts";
import { LIMITS } from "../limits.ts";
import { Id, Time } from "../field-schemas.ts";
import { AUTH_REFUSALS } from "../refusals/auth.ts";
import { messagesOf } from "../refusals/schema-message.ts";

const message = messagesOf(AUTH_REFUSALS);

/** Six digits of an app, or a recovery code; blanks and dashes are ignored. */
export const FactorCode = z
  .string(message("auth.second_factor_required"))
  .trim()
  .min(1, message("auth.second_factor_required"))
  .max(LIMITS.factorCode, message("auth.second_factor_wrong"));

export const SecondFactor = z
  .object({
    is_on: z.boolean(),
    since: Time.nullable(),
    recovery_codes_left: z.int(),
    is_required: z.boolean().meta({ description: "By a role of the caller: then it cannot be turned off" }),
  })
  .meta({ id: "SecondFactor" });

const CodesOnce = z.object({
  recovery_codes: z.array(z.string()).meta({ description: "Shown only now; each works once" }),
});
const withPassword = z.strictObject({ current_password: Password });
const isOff = { 409: "auth.second_factor_off" } as const;
const wrongPassword = { 400: "auth.current_password_wrong" } as const;
const example = { body: { current_password: "waypost-demo" } };

export const secondFactor = {
  get: endpoint({
    method: "GET",
    path: "/auth/second-factor",
    policy: "signed-in",
    summary: "Read how the own two-factor sign-in stands",
    duringSecondFactorSetup: true,
    reply: SecondFactor,
    example: {},
  }),
  start: endpoint({
    method: "POST",
    path: "/auth/second-factor/setup",
    policy: "signed-in",
    summary: "Begin to set up two-factor sign-in, or to move it to another app",
    description:
      "Answers the key for an authenticator app (RFC 6238: SHA-1, 6 digits, 30 seconds), once. Nothing changes until a code confirms it, for 15 minutes.",
    duringSecondFactorSetup: true,
    answersSecrets: true,
    body: withPassword,
    reply: z.object({
      secret: z.string().meta({ description: "The key in base32" }),
      otpauth_url: z.string(),
      expires_at: Time,
    }),
    refusals: wrongPassword,
    example,
  }),
  confirm: endpoint({
    method: "POST",
    path: "/auth/second-factor/confirm",
    policy: "signed-in",
    summary: "Turn two-factor sign-in on with a code of the app",
    description: "Answers ten recovery codes, once, and ends every other session of the user.",
    duringSecondFactorSetup: true,
    answersSecrets: true,
    body: z.strictObject({ code: FactorCode }),
    reply: CodesOnce,
    refusals: { 400: "auth.second_factor_wrong", 409: "auth.second_factor_setup_expired" },
    example: { body: { code: "287082" } },
  }),
  renewCodes: endpoint({
    method: "POST",
    path: "/auth/second-factor/recovery-codes",
    policy: "signed-in",
    summary: "Replace the recovery codes",
    description: "The earlier ones stop working.",
    answersSecrets: true,
    body: withPassword,
    reply: CodesOnce,
    refusals: { ...wrongPassword, ...isOff },
    example,
  }),
  turnOff: endpoint({
    method: "POST",
    path: "/auth/second-factor/turn-off",
    policy: "signed-in",
    summary: "Turn two-factor sign-in off",
    description:
      "Refused with 409 while a role of the caller requires it. Ends every other session of the user.",
    body: withPassword,
    status: 204,
    refusals: { ...wrongPassword, ...isOff },
    example,
  }),
  reset: endpoint({
    method: "POST",
    path: "/users/{user_id}/reset-second-factor",
    policy: ["users.manage", "clients.manage"],
    confirmedIdentity: true,
    summary: "Take somebody's second factor away",
    description:
      "For whoever lost phone and recovery codes: the password alone signs in again. Ends every session of the user, who gets a mail.",
    params: z.object({ user_id: Id }),
    status: 204,
    refusals: { 400: "auth.second_factor_own", 404: "user.not_found", 409: "user.deleted" },
    example: { params: { user_id: "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f" } },
  }),
} as const;
