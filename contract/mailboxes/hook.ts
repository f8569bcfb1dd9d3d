import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { Id } from "../field-schemas.ts";

/** Headers of a handed-in mail, beside its type. */
export const HOOK_HEADERS = {
  from: "x-waypost-envelope-from",
  to: "x-waypost-envelope-to",
  signature: "x-waypost-signature",
} as const;

export const mailHook = {
  receive: endpoint({
    method: "POST",
    path: "/mailboxes/{mailbox_id}/raw",
    policy: "signed",
    summary: "Hand in a mail as it arrived",
    description:
      "The body is the mail, up to 40 MB, as `message/rfc822`. `X-Waypost-Envelope-From` and `X-Waypost-Envelope-To` are the addresses of its envelope, the latter joined by commas; a mail without a sender, such as a bounce, has an empty one. `X-Waypost-Signature: t=UNIX,v1=HEX` signs all of it: the seconds since 1970, at most 300 away from now, and the HMAC-SHA256 under the hook's secret of the four lines `t`, from, to and the SHA-256 of the body in hexadecimal digits, joined by line feeds. 202 says that the mail is stored; the same mail again is `duplicate`, and nothing else. A paused mailbox answers 503 with Retry-After.",
    params: z.object({ mailbox_id: Id }),
    bodyKind: "mail",
    status: 202,
    reply: z.object({ id: Id, duplicate: z.boolean() }),
    refusals: {
      403: "mailbox.signature_wrong",
      404: "mailbox.not_found",
      413: "mailbox.mail_too_large",
      415: "mailbox.not_a_mail",
    },
    example: {
      params: { mailbox_id: "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f" },
      reply: { id: "01936d1e-9c1f-7b52-8d55-0a6f2f3c4d5e", duplicate: false },
    },
  }),
};
