import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Flag, Id, Time } from "./field-schemas.ts";

/** A file as the conversation shows it; `GET /attachments/{id}` answers its bytes. */
export const Attachment = z
  .object({
    id: Id,
    name: z.string(),
    media_type: z.string().meta({ description: "Told from the bytes, whatever the sender said" }),
    bytes: z.int(),
    width: z.int().nullable(),
    height: z.int().nullable(),
    inline: z.boolean().meta({
      description: "A picture that may be shown in the page (`?inline=true`); all else is a download",
    }),
    ticket_id: Id.nullable(),
    comment_id: Id.nullable(),
    uploaded_by: Id.nullable(),
    uploaded_by_fullname: z.string().nullable(),
    created_at: Time,
  })
  .meta({ id: "Attachment" });

const AttachmentParams = z.object({ attachment_id: Id });
const exampleId = { attachment_id: "7d1c9a52-6b0e-4f83-9a37-2c5e8f4b1d60" };
const unfit = {
  400: "upload.not_one_file",
  413: "upload.too_large",
  415: "upload.not_multipart",
} as const;

export const uploads = {
  draft: endpoint({
    method: "POST",
    path: "/uploads",
    policy: "comments.create",
    summary: "Upload a file for a ticket or comment that is still being written",
    description:
      "Only its sender sees it until `attachment_ids` of a new ticket or comment names it; after 24 hours it is swept.",
    bodyKind: "multipart",
    status: 201,
    reply: Attachment,
    refusals: unfit,
    example: {},
  }),
  attach: endpoint({
    method: "POST",
    path: "/tickets/{ticket_id}/attachments",
    policy: "comments.create",
    summary: "Attach a file to a ticket",
    description: "At once visible to everybody who sees the ticket.",
    params: z.object({ ticket_id: Id }),
    bodyKind: "multipart",
    status: 201,
    reply: Attachment,
    refusals: { ...unfit, 404: "ticket.not_found", 409: "upload.ticket_full" },
    example: { params: { ticket_id: "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f" } },
  }),
  download: endpoint({
    method: "GET",
    path: "/attachments/{attachment_id}",
    policy: "signed-in",
    summary: "Download a file",
    description:
      "`inline=true` answers PNG, JPEG, GIF and WebP for showing; everything else stays a download.",
    params: AttachmentParams,
    query: z.strictObject({ inline: Flag }),
    reply: "application/octet-stream",
    refusals: { 404: "upload.not_found", 410: "upload.not_stored" },
    example: { params: exampleId },
  }),
  delete: endpoint({
    method: "DELETE",
    path: "/attachments/{attachment_id}",
    policy: ["comments.create", "comments.moderate"],
    summary: "Remove a file",
    description: "The sender's own, or anybody's for administrators.",
    params: AttachmentParams,
    refusals: { 404: "upload.not_found" },
    example: { params: exampleId },
  }),
} as const;
