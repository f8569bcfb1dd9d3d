import { z } from "zod";
import { readEmailAddress } from "../text/email-address.ts";
import { endpoint } from "../endpoint.ts";
import { Id, text, Time } from "../field-schemas.ts";
import { USER_REFUSALS } from "../refusals/users.ts";
import { messagesOf } from "../refusals/schema-message.ts";

const message = messagesOf(USER_REFUSALS);

/** Further addresses of one person. */
export const ADDRESSES_PER_PERSON = 10;
/** As much of an address as a path holds. */
const LONGEST = 200;

export const UserAddress = z
  .object({
    address: z.string(),
    added_at: Time,
    added_by_fullname: z.string(),
    verified_at: Time.nullable().meta({ description: "When a mail with strong proof came from it" }),
  })
  .meta({ id: "UserAddress" });

/** Lower-case, as it is compared. */
const NewAddress = text("email", LONGEST, message("user.email_required"))
  .transform((typed, ctx) => {
    const address = readEmailAddress(typed)?.toLowerCase();
    if (address === undefined) ctx.addIssue(message("user.email_invalid"));
    return address ?? typed;
  })
  .meta({ example: "tomas@home.example" });

const Params = z.object({ user_id: Id });
const policy = ["users.manage", "clients.manage"] as const;
const missing = { 404: "user.not_found" } as const;
const example = { user_id: "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f" };

/** Further addresses: mail from them is the person's. The one of the account is none of them. */
export const addressEndpoints = {
  addresses: endpoint({
    method: "GET",
    path: "/users/{user_id}/addresses",
    policy,
    summary: "List a person's further addresses",
    params: Params,
    reply: z.object({ items: z.array(UserAddress) }),
    refusals: missing,
    example: { params: example },
  }),
  addAddress: endpoint({
    method: "POST",
    path: "/users/{user_id}/addresses",
    policy,
    summary: "Add a further address of a person",
    description: "Mail from it is theirs from then on. At most 10; answers go to the address of the account.",
    params: Params,
    body: z.strictObject({ address: NewAddress }),
    status: 201,
    reply: UserAddress,
    refusals: { ...missing, 409: "user.address_taken" },
    example: { params: example, body: { address: "tomas@home.example" } },
  }),
  removeAddress: endpoint({
    method: "DELETE",
    path: "/users/{user_id}/addresses/{address}",
    policy,
    summary: "Remove a further address of a person",
    params: Params.extend({ address: z.string().max(LONGEST).toLowerCase() }),
    refusals: { 404: "user.address_not_found", 409: "user.deleted" },
    example: { params: { ...example, address: "tomas@home.example" } },
  }),
} as const;
