import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Id } from "./field-schemas.ts";
import {
  Mailbox,
  MailboxChange,
  MailboxCheck,
  MailboxSummary,
  NewMailbox,
} from "./mailboxes/mailbox-schemas.ts";

const Params = z.object({ mailbox_id: Id });
const missing = { 404: "mailbox.not_found" } as const;
const example = { mailbox_id: "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f" };
const exampleBody = {
  kind: "imap",
  address: "help@waypost.example",
  host: "imap.waypost.example",
  username: "help@waypost.example",
  password: "a-long-pass-phrase",
} as const;

/** The addresses of the desk: where mail comes from, and who it is sent as. */
export const mailboxes = {
  list: endpoint({
    method: "GET",
    path: "/mailboxes",
    policy: ["settings.manage", "mail.triage"],
    summary: "List the mailboxes",
    description: "The default one first, then by address; how each is reached is read one by one.",
    reply: z.object({ items: z.array(MailboxSummary) }),
    example: {},
  }),
  get: endpoint({
    method: "GET",
    path: "/mailboxes/{mailbox_id}",
    policy: "settings.manage",
    summary: "Read a mailbox",
    description: "Secrets are never answered: `has_password` and its like say which there are.",
    params: Params,
    reply: Mailbox,
    refusals: missing,
    example: { params: example },
  }),
  create: endpoint({
    method: "POST",
    path: "/mailboxes",
    policy: "settings.manage",
    summary: "Add a mailbox",
    description: "The first one becomes the default.",
    body: NewMailbox,
    status: 201,
    reply: Mailbox,
    refusals: { 409: "mailbox.address_taken" },
    example: { body: exampleBody },
  }),
  change: endpoint({
    method: "PATCH",
    path: "/mailboxes/{mailbox_id}",
    policy: "settings.manage",
    summary: "Change a mailbox",
    description:
      "A secret that would go to another server or with another name than before has to be sent again: else 422.",
    params: Params,
    body: MailboxChange,
    reply: Mailbox,
    refusals: { ...missing, 409: "request.changed_meanwhile" },
    example: { params: example, body: { confirms: false, base_version: 3 } },
  }),
  delete: endpoint({
    method: "DELETE",
    path: "/mailboxes/{mailbox_id}",
    policy: "settings.manage",
    summary: "Delete a mailbox",
    description: "Its secrets are forgotten at once; mails and tickets that came by it stay.",
    params: Params,
    refusals: { ...missing, 409: "mailbox.default_stays" },
    example: { params: example },
  }),
  pause: endpoint({
    method: "POST",
    path: "/mailboxes/{mailbox_id}/pause",
    policy: "settings.manage",
    summary: "Take no mail from a mailbox for a while",
    description: "What arrives meanwhile waits at its server.",
    params: Params,
    reply: Mailbox,
    refusals: missing,
    example: { params: example },
  }),
  resume: endpoint({
    method: "POST",
    path: "/mailboxes/{mailbox_id}/resume",
    policy: "settings.manage",
    summary: "Take mail from a paused mailbox again",
    params: Params,
    reply: Mailbox,
    refusals: missing,
    example: { params: example },
  }),
  checkUnsaved: endpoint({
    method: "POST",
    path: "/mailboxes/check",
    policy: "settings.manage",
    summary: "Try the settings of a mailbox that is not saved yet",
    description: "Takes up to 20 seconds and connects to nothing but what the body names.",
    body: NewMailbox,
    reply: MailboxCheck,
    example: { body: exampleBody },
  }),
  check: endpoint({
    method: "POST",
    path: "/mailboxes/{mailbox_id}/check",
    policy: "settings.manage",
    summary: "Try a mailbox",
    description:
      "Takes up to 20 seconds. Whether plus-addresses come back is known within 60 more: `plus_check` of the mailbox says so.",
    params: Params,
    reply: MailboxCheck,
    refusals: missing,
    example: { params: example },
  }),
  renewHookSecret: endpoint({
    method: "POST",
    path: "/mailboxes/{mailbox_id}/hook-secret",
    policy: "settings.manage",
    summary: "Make a new secret for handing in mail by HTTP",
    description: "Shown this once; the one before works for 24 hours more.",
    params: Params,
    answersSecrets: true,
    status: 201,
    reply: z.object({ secret: z.string() }),
    refusals: { ...missing, 409: "mailbox.no_secret_key" },
    example: { params: example },
  }),
} as const;
