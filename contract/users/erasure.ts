import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { Id, Time } from "../field-schemas.ts";
import { exampleUserParams, userMissing, UserParams } from "./user-schemas.ts";

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

export const erasureEndpoints = {
  previewErasure: endpoint({
    method: "GET",
    path: "/users/{user_id}/erasure",
    policy: "users.manage",
    summary: "Say exactly what erasing a deleted user would take away and what would stay",
    params: UserParams,
    reply: Erasure,
    refusals: { ...userMissing, 409: "user.erase_deleted_first" },
    example: { params: exampleUserParams },
  }),
  erase: endpoint({
    method: "POST",
    path: "/users/{user_id}/erasure",
    policy: "users.manage",
    confirmedIdentity: true,
    summary: "Erase a deleted user for good, and get a receipt",
    description:
      "Name, address, profile, sessions, mails and files go, and so does what the history says about them; tickets and comments stay, by an erased person. The receipt is kept in the audit log (user.erased). Cannot be undone.",
    params: UserParams,
    reply: ErasureReceipt,
    refusals: { ...userMissing, 409: "user.erase_deleted_first" },
    example: { params: exampleUserParams },
  }),
} as const;
