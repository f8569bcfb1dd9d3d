import { z } from "zod";
import { Password } from "../auth/sessions.ts";
import { endpoint } from "../endpoint.ts";
import { newEmail } from "../field-schemas.ts";
import { LIMITS } from "../limits.ts";
import { AUTH_REFUSALS } from "../refusals/auth.ts";
import { messagesOf } from "../refusals/schema-message.ts";
import { USER_REFUSALS } from "../refusals/users.ts";
import { exampleUserParams, User, userMissing, UserParams } from "./user-schemas.ts";

const message = messagesOf({ ...AUTH_REFUSALS, ...USER_REFUSALS });

const incomplete = message("user.email_change_incomplete");

/** The password stands first: what is missing is said before what is malformed (rule 325). */
const EmailChange = z.strictObject({
  current_password: z
    .string(incomplete)
    .max(LIMITS.passwordMaximum, message("auth.password_too_long", { max: LIMITS.passwordMaximum }))
    .refine((typed) => typed.trim() !== "", incomplete),
  new_email: newEmail(incomplete),
});

/** The password and the address with which somebody signs in, changed by themselves. */
export const ownSignInEndpoints = {
  changePassword: endpoint({
    method: "POST",
    path: "/users/{user_id}/change-password",
    policy: "signed-in",
    summary: "Change the own password",
    description: "Ends every other session of the user.",
    duringPasswordChange: true,
    duringSecondFactorSetup: true,
    params: UserParams,
    body: z.strictObject({
      current_password: Password,
      new_password: Password.min(LIMITS.passwordMinimum, message("auth.new_password_too_short")),
    }),
    status: 204,
    refusals: { ...userMissing, 400: "auth.current_password_wrong" },
    example: {
      params: exampleUserParams,
      body: { current_password: "waypost-demo", new_password: "a longer pass phrase" },
    },
  }),
  changeEmail: endpoint({
    method: "POST",
    path: "/users/{user_id}/change-email",
    policy: "signed-in",
    summary: "Change the own address",
    description:
      "At once. Ends every other session; the old address gets a mail with a link that undoes it for 72 hours.",
    params: UserParams,
    body: EmailChange,
    reply: User,
    refusals: { ...userMissing, 400: "auth.current_password_wrong", 409: "user.email_taken" },
    example: {
      params: exampleUserParams,
      body: { new_email: "maren@waypost.example", current_password: "waypost-demo" },
    },
  }),
} as const;
