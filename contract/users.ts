import { z } from "zod";
import { Password } from "./auth/sessions.ts";
import { endpoint } from "./endpoint.ts";
import { LANGUAGE_CODES } from "./languages.ts";
import { LIMITS } from "./limits.ts";
import {
  clearable,
  clearableName,
  Email,
  Flag,
  Id,
  KnownEmail,
  Meta,
  nameText,
  refusedField,
  oneOf,
  pageFields,
  SearchText,
  text,
} from "./field-schemas.ts";
import { AUTH_REFUSALS } from "./refusals/auth.ts";
import { SETTINGS_REFUSALS } from "./refusals/settings.ts";
import { USER_REFUSALS } from "./refusals/users.ts";
import { messagesOf } from "./refusals/schema-message.ts";
import { isTimeZone } from "./calendars/time-zone.ts";
import { addressEndpoints } from "./users/addresses.ts";
import { erasureEndpoints } from "./users/erasure.ts";
import { mailReachEndpoints } from "./users/mail-reach.ts";
import { ownSignInEndpoints } from "./users/own-sign-in.ts";
import {
  exampleUserParams,
  MANAGES_PEOPLE,
  User,
  userMissing,
  UserParams,
  UserType,
} from "./users/user-schemas.ts";
import { isVisible } from "./text/text-characters.ts";

const message = messagesOf({ ...AUTH_REFUSALS, ...SETTINGS_REFUSALS, ...USER_REFUSALS });

export const USER_SORTS = ["fullname", "email", "role", "company", "status", "last_online"] as const;

/** `invite_link` is present only while no mail server is set: shown once to the inviter (rule 113). */
const InviteOutcome = { invite_link: z.string().optional() };

const fullname = text("full_name", LIMITS.name, message("user.full_name_required"));
export const FullName = nameText("full_name", LIMITS.name, message("user.full_name_required"));

/** What a person's names and address have to be where they are new. */
export const NewPersonTexts = z.object({
  fullname: FullName.optional(),
  email: Email.optional(),
  phone_number: clearableName("phone", LIMITS.phone),
  city: clearableName("city", LIMITS.name),
  state: clearableName("state", LIMITS.name),
});
const inviteHours = z.coerce
  .number<number | string>(message("user.invite_expiry_not_whole"))
  .int(message("user.invite_expiry_not_whole"))
  .min(LIMITS.inviteHoursMinimum, message("user.invite_expiry_too_short"))
  .max(LIMITS.inviteHoursMaximum, message("user.invite_expiry_too_long"));
const roleNames = z.array(z.string().max(LIMITS.name)).min(1).max(20).optional();

export const NewUser = z.strictObject({
  email: Email,
  fullname: FullName,
  password: Password.min(LIMITS.passwordMinimum, message("auth.password_too_short")),
  user_type: UserType.optional(),
  company_id: Id.nullable().optional(),
  role_names: roleNames,
  sendInvite: z.boolean().optional(),
});

export const Invite = z.strictObject({
  email: Email,
  fullname: nameText("full_name", LIMITS.name)
    .transform((name) => (isVisible(name) ? name : ""))
    .optional(),
  user_type: UserType.optional(),
  company_id: Id.nullable().optional(),
  role_names: roleNames,
  expires_in_hours: inviteHours.default(LIMITS.inviteHoursDefault),
});

/** Known fields of a user that other endpoints set, or none. */
const UNTOUCHABLE = {
  id: refusedField,
  user_type: refusedField,
  roles: refusedField,
  role_names: refusedField,
  password: refusedField,
  deleted_at: refusedField,
  last_online: refusedField,
};

export const UserChange = z.strictObject({
  fullname: fullname.optional(),
  email: KnownEmail.optional(),
  phone_number: clearable("phone", LIMITS.phone),
  city: clearable("city", LIMITS.name),
  state: clearable("state", LIMITS.name),
  company_id: Id.nullable().optional(),
  timezone: clearable("time_zone", LIMITS.name).refine(
    (zone) => zone === null || zone === undefined || isTimeZone(zone),
    message("settings.time_zone_unknown"),
  ),
  locale: oneOf("language", LANGUAGE_CODES).nullable().optional(),
  hide_last_online: z.boolean().optional(),
  base_version: z.int().optional(),
  ...UNTOUCHABLE,
});

const filters = {
  search: SearchText,
  user_type: UserType.optional(),
  company_id: Id.optional(),
  deleted: Flag,
  sort: oneOf("sort", USER_SORTS).optional(),
  order: oneOf("order", ["asc", "desc"]).optional(),
};
export const UserFilters = z.strictObject(filters);

export const users = {
  list: endpoint({
    method: "GET",
    path: "/users",
    policy: ["users.read", "clients.read", "users.manage_company"],
    summary: "List users",
    description:
      "External callers always get the external users of their own company. Deleted users are listed for those who can restore them, but not in the pickers' call (user_type=internal with per_page and no page). Empty values sort last in both directions.",
    query: z.strictObject({ ...filters, ...pageFields(LIMITS.pageMaximum) }),
    reply: z.object({ users: z.array(User), meta: Meta }),
    example: { query: { user_type: "external", search: "priya" } },
  }),
  export: endpoint({
    method: "GET",
    path: "/users/export",
    policy: ["users.read", "clients.read", "users.manage_company"],
    summary: "Download the filtered users as CSV",
    description: "Everybody whom the list shows with the same filters, in its order.",
    query: UserFilters,
    reply: "text/csv",
    example: { query: { user_type: "external", sort: "company" } },
  }),
  get: endpoint({
    method: "GET",
    path: "/users/{user_id}",
    policy: "signed-in",
    summary: "Read a user",
    params: UserParams,
    reply: User,
    refusals: userMissing,
    example: { params: exampleUserParams },
  }),
  create: endpoint({
    method: "POST",
    path: "/users",
    policy: MANAGES_PEOPLE,
    summary: "Create a user with a password",
    body: NewUser,
    status: 201,
    reply: User.extend(InviteOutcome),
    refusals: { 409: "user.email_taken" },
    example: {
      body: {
        email: "new.colleague@waypost.example",
        fullname: "Noor Haddad",
        password: "a longer pass phrase",
        user_type: "internal",
      },
    },
  }),
  invite: endpoint({
    method: "POST",
    path: "/users/invite",
    policy: MANAGES_PEOPLE,
    summary: "Invite a user by mail",
    body: Invite,
    status: 201,
    reply: User.extend(InviteOutcome),
    refusals: { 409: "user.email_taken" },
    example: {
      body: {
        email: "client@meridian.example",
        user_type: "external",
        company_id: exampleUserParams.user_id,
        role_names: ["Client"],
        expires_in_hours: 72,
      },
    },
  }),
  sendInvite: endpoint({
    method: "POST",
    path: "/users/{user_id}/send-invite",
    policy: MANAGES_PEOPLE,
    summary: "Send the invitation again",
    description:
      "Earlier links stop working; the new one lasts 72 hours unless `expires_in_hours` says otherwise. Within five minutes of a creation with `sendInvite` the link of the creation goes on working, and a call without `expires_in_hours` sends no second mail. Somebody who already signs in gets a link to set a new password instead.",
    params: UserParams,
    query: z.strictObject({ expires_in_hours: inviteHours.optional() }),
    reply: z.object(InviteOutcome),
    refusals: { ...userMissing, 409: "user.deleted" },
    example: { params: exampleUserParams, query: { expires_in_hours: "72" } },
  }),
  change: endpoint({
    method: "PATCH",
    path: "/users/{user_id}",
    policy: "signed-in",
    summary: "Change a user or the own profile",
    description:
      "Oneself: name, phone, city, state, time zone, language. Others, by who manages them: also the address; the company by administrators only.",
    params: UserParams,
    body: UserChange,
    reply: User,
    refusals: { ...userMissing, 409: "user.email_taken" },
    example: { params: exampleUserParams, body: { fullname: "Maren Solberg", city: "Bergen" } },
  }),
  delete: endpoint({
    method: "DELETE",
    path: "/users/{user_id}",
    policy: "signed-in",
    summary: "Delete a user (soft)",
    params: UserParams,
    refusals: { ...userMissing, 400: "user.delete_self", 409: "role.last_administrator" },
    example: { params: exampleUserParams },
  }),
  closeAccount: endpoint({
    method: "DELETE",
    path: "/users/me",
    policy: "signed-in",
    summary: "Close the own account",
    refusals: { 409: "role.last_administrator" },
    example: {},
  }),
  restore: endpoint({
    method: "POST",
    path: "/users/{user_id}/restore",
    policy: MANAGES_PEOPLE,
    summary: "Bring a deleted user back",
    params: UserParams,
    reply: User,
    refusals: userMissing,
    example: { params: exampleUserParams },
  }),
  ...mailReachEndpoints,
  ...erasureEndpoints,
  ...ownSignInEndpoints,
  ...addressEndpoints,
} as const;
