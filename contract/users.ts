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
  newEmail,
  refusedField,
  oneOf,
  pageFields,
  SearchText,
  text,
  Time,
} from "./field-schemas.ts";
import { AUTH_REFUSALS } from "./refusals/auth.ts";
import { SETTINGS_REFUSALS } from "./refusals/settings.ts";
import { USER_REFUSALS } from "./refusals/users.ts";
import { messagesOf } from "./refusals/schema-message.ts";
import { isTimeZone } from "./calendars/time-zone.ts";
import { addressEndpoints } from "./users/addresses.ts";
import { isVisible } from "./text/text-characters.ts";

const message = messagesOf({ ...AUTH_REFUSALS, ...SETTINGS_REFUSALS, ...USER_REFUSALS });

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

const incomplete = message("user.email_change_incomplete");

/** The password stands first: what is missing is said before what is malformed (rule 325). */
const EmailChange = z.strictObject({
  current_password: z
    .string(incomplete)
    .max(LIMITS.passwordMaximum, message("auth.password_too_long", { max: LIMITS.passwordMaximum }))
    .refine((typed) => typed.trim() !== "", incomplete),
  new_email: newEmail(incomplete),
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

const Erasure = z.object({
  removed: z.object({
    sessions: z.int(),
    links: z.int().meta({ description: "Invitations and links to set a password" }),
    follows: z.int().meta({ description: "Tickets that they followed" }),
    views: z.int().meta({ description: "Saved views of their own; shared ones stay" }),
    replies: z.int().meta({ description: "Saved replies of their own; shared ones stay" }),
    files: z.int(),
    file_bytes: z.int(),
    mails: z.int().meta({ description: "Mails to them" }),
    names_in_mails: z.int().meta({ description: "Mails to others that named them" }),
    addresses: z.int().meta({ description: "Further addresses" }),
    incoming_mails: z
      .int()
      .meta({ description: "Mails from them; of those on tickets the words stay there" }),
    history_entries: z.int().meta({ description: "Entries that lost values, reasons or network addresses" }),
  }),
  kept: z
    .object({ tickets: z.int(), comments: z.int() })
    .meta({ description: "What stays without their name, in the words that they wrote" }),
});

const ErasureReceipt = Erasure.extend({ id: Id, erased_at: Time, erased_by: z.string() });

const filters = {
  search: SearchText,
  user_type: UserType.optional(),
  company_id: Id.optional(),
  deleted: Flag,
  sort: oneOf("sort", USER_SORTS).optional(),
  order: oneOf("order", ["asc", "desc"]).optional(),
};
export const UserFilters = z.strictObject(filters);

const Params = z.object({ user_id: Id });
const missing = { 404: "user.not_found" } as const;
const example = { user_id: "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f" };
const mayManage = ["users.manage", "users.manage_company", "clients.manage"] as const;

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
    params: Params,
    reply: User,
    refusals: missing,
    example: { params: example },
  }),
  create: endpoint({
    method: "POST",
    path: "/users",
    policy: mayManage,
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
    policy: mayManage,
    summary: "Invite a user by mail",
    body: Invite,
    status: 201,
    reply: User.extend(InviteOutcome),
    refusals: { 409: "user.email_taken" },
    example: {
      body: {
        email: "client@meridian.example",
        user_type: "external",
        company_id: example.user_id,
        role_names: ["Client"],
        expires_in_hours: 72,
      },
    },
  }),
  sendInvite: endpoint({
    method: "POST",
    path: "/users/{user_id}/send-invite",
    policy: mayManage,
    summary: "Send the invitation again",
    description:
      "Earlier links stop working; the new one lasts 72 hours unless `expires_in_hours` says otherwise. Within five minutes of a creation with `sendInvite` the link of the creation goes on working, and a call without `expires_in_hours` sends no second mail. Somebody who already signs in gets a link to set a new password instead.",
    params: Params,
    query: z.strictObject({ expires_in_hours: inviteHours.optional() }),
    reply: z.object(InviteOutcome),
    refusals: { ...missing, 409: "user.deleted" },
    example: { params: example, query: { expires_in_hours: "72" } },
  }),
  change: endpoint({
    method: "PATCH",
    path: "/users/{user_id}",
    policy: "signed-in",
    summary: "Change a user or the own profile",
    description:
      "Oneself: name, phone, city, state, time zone, language. Others, by who manages them: also the address; the company by administrators only.",
    params: Params,
    body: UserChange,
    reply: User,
    refusals: { ...missing, 409: "user.email_taken" },
    example: { params: example, body: { fullname: "Maren Solberg", city: "Bergen" } },
  }),
  delete: endpoint({
    method: "DELETE",
    path: "/users/{user_id}",
    policy: "signed-in",
    summary: "Delete a user (soft)",
    params: Params,
    refusals: { ...missing, 400: "user.delete_self", 409: "role.last_administrator" },
    example: { params: example },
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
    policy: mayManage,
    summary: "Bring a deleted user back",
    params: Params,
    reply: User,
    refusals: missing,
    example: { params: example },
  }),
  mailReach: endpoint({
    method: "GET",
    path: "/users/{user_id}/mail-reach",
    policy: mayManage,
    summary: "Say whether mail reaches a user",
    description:
      "A mail that comes back for good marks its address: nothing is sent there until somebody tries again.",
    params: Params,
    reply: z.object({
      address: z.string(),
      bounced: z.object({ since: Time, reason: z.string() }).nullable(),
    }),
    refusals: missing,
    example: { params: example },
  }),
  tryMailAgain: endpoint({
    method: "POST",
    path: "/users/{user_id}/try-mail-again",
    policy: mayManage,
    summary: "Send mail to a user's address again",
    description: `Takes the mark from the address and queues what it did not get in the last ${LIMITS.undeliveredDays} days. Answers how many mails those are.`,
    params: Params,
    reply: z.object({ queued: z.int() }),
    refusals: { ...missing, 409: "user.deleted" },
    example: { params: example },
  }),
  previewErasure: endpoint({
    method: "GET",
    path: "/users/{user_id}/erasure",
    policy: "users.manage",
    summary: "Say exactly what erasing a deleted user would take away and what would stay",
    params: Params,
    reply: Erasure,
    refusals: { ...missing, 409: "user.erase_deleted_first" },
    example: { params: example },
  }),
  erase: endpoint({
    method: "POST",
    path: "/users/{user_id}/erasure",
    policy: "users.manage",
    confirmedIdentity: true,
    summary: "Erase a deleted user for good, and get a receipt",
    description:
      "Name, address, profile, sessions, mails and files go, and so does what the history says about them; tickets and comments stay, by an erased person. The receipt is kept in the audit log (user.erased). Cannot be undone.",
    params: Params,
    reply: ErasureReceipt,
    refusals: { ...missing, 409: "user.erase_deleted_first" },
    example: { params: example },
  }),
  changePassword: endpoint({
    method: "POST",
    path: "/users/{user_id}/change-password",
    policy: "signed-in",
    summary: "Change the own password",
    description: "Ends every other session of the user.",
    duringPasswordChange: true,
    duringSecondFactorSetup: true,
    params: Params,
    body: z.strictObject({
      current_password: Password,
      new_password: Password.min(LIMITS.passwordMinimum, message("auth.new_password_too_short")),
    }),
    status: 204,
    refusals: { ...missing, 400: "auth.current_password_wrong" },
    example: {
      params: example,
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
    params: Params,
    body: EmailChange,
    reply: User,
    refusals: { ...missing, 400: "auth.current_password_wrong", 409: "user.email_taken" },
    example: {
      params: example,
      body: { new_email: "maren@waypost.example", current_password: "waypost-demo" },
    },
  }),
  ...addressEndpoints,
} as const;
