import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeWorld } from "../support/app/app-with-people.ts";
import { REQUIRING, type Stage } from "./callers.ts";

/** A desk with three client companies, one of them inactive, and one file to attach. */
export async function openStage(): Promise<Stage & { close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "waypost-matrix-"));
  const world = await makeWorld({ DATA_DIR: folder });
  const { rows } = await world.pool.query<{ id: string }>(
    "insert into companies (name, is_active) values ('Dormant Mills', false) returning id",
  );
  await world.pool.query("insert into settings (key, value) values ('second_factor_roles', $1)", [
    JSON.stringify([REQUIRING]),
  ]);
  const { secret } = await world.db
    .selectFrom("credentials")
    .select("secret")
    .limit(1)
    .executeTakeFirstOrThrow();
  const stage = { world, secret, companies: { ...world.companies, dormant: rows[0]?.id ?? "" } };
  await world.as("maren").call("POST", "/tickets", { body: { subject: "The first", issue: "With a file" } });
  await world.fastify.inject({
    method: "POST",
    url: "/api/uploads",
    headers: { authorization: `Bearer ${await world.tokenOf("maren")}`, ...FILE.headers },
    payload: FILE.payload,
  });
  return {
    ...stage,
    close: async () => {
      await world.end();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A small text file, as a browser's form sends it. */
export const FILE = {
  headers: { "content-type": "multipart/form-data; boundary=line" },
  payload: [
    "--line",
    'Content-Disposition: form-data; name="file"; filename="notes.txt"',
    "Content-Type: text/plain",
    "",
    "Some notes",
    "--line--",
    "",
  ].join("\r\n"),
};

const WATCHED = [
  "users",
  "companies",
  "groups",
  "tags",
  "tag_aliases",
  "ticket_tags",
  "ticket_links",
  "ticket_merges",
  "ticket_moves",
  "views",
  "view_pins",
  "saved_replies",
  "saved_reply_texts",
  "saved_reply_uses",
  "calendars",
  "calendar_versions",
  "calendar_days",
  "sla_policies",
  "sla_policy_versions",
  "sla_targets",
  "sla_assignments",
  "sla_pins",
  "sla_applications",
  "sla_verdicts",
  "checklist_items",
  "group_members",
  "user_roles",
  "tickets",
  "participants",
  "ticket_reads",
  "comments",
  "comment_mentions",
  "scheduled_comments",
  "drafts",
  "sending_preferences",
  "inbox_items",
  "attachments",
  "credentials",
  "second_factors",
  "recovery_codes",
  "action_links",
  "settings",
  "notification_preferences",
  "mails",
  "incoming_mails",
  "sender_blocks",
  "user_addresses",
  "company_domains",
  "history",
];

/** A wrong password changes nothing, and yet leaves a trace (rule 591); secrets of the server are made when first needed. */
const BUT: Record<string, string> = {
  history: "where kind <> 'user.sign_in_failed'",
  settings: "where key not in ('browser_secret', 'desk_id', 'reply_secret')",
};

/** Changes whenever any row of what people own is written: refusals must leave it alone. */
export async function fingerprint({ world }: Stage): Promise<string> {
  const parts = WATCHED.map(
    (table) =>
      `(select count(*) || ':' || coalesce(sum(xmin::text::bigint), 0) from ${table} ${BUT[table] ?? ""})`,
  );
  const { rows } = await world.pool.query<{ print: string }>(
    `select concat_ws(' ', ${parts.join(", ")}) as print`,
  );
  return rows[0]?.print ?? "";
}
