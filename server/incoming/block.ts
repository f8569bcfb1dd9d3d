import { sql } from "kysely";
import { isPublicMailProvider } from "#contract/companies/public-mail-providers.ts";
import { refuse } from "#server/lib/refusal.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { recordEvent } from "#server/lib/work/history.ts";
import { decideOnOne } from "./decide.ts";
import { getListed } from "./read.ts";

/** Blocked senders that a list shows. */
const LISTED = 1000;

/**
 * Ignores a mail, and all that its address or domain will send. Refuses 422 for what the desk or somebody known writes
 * from, and for a domain that belongs to everybody.
 */
export async function blockSender(ctx: Ctx, mailId: string, what: "address" | "domain") {
  const mail = await getListed(ctx, mailId);
  if (mail.from_address === null) throw refuse(422, "incoming.sender_unclear");
  const domain = mail.from_address.slice(mail.from_address.indexOf("@") + 1);
  if (what === "domain") await refuseDomainInUse(ctx, domain);
  else await refuseOwnAddress(ctx, mail.from_address);
  const sender = what === "domain" ? domain : mail.from_address;
  await decideOnOne(ctx, mailId, "block");
  const block_id = await writeBlock(ctx, sender);
  return { ...(await getListed(ctx, mailId)), block_id };
}

/** Null where the sender was blocked by another mail: that block stays as it is, and is not this decision's to take back. */
async function writeBlock(ctx: Ctx, sender: string): Promise<string | null> {
  const written = await ctx.db
    .insertInto("sender_blocks")
    .values({ sender, blocked_by: ctx.actor.id, blocked_at: ctx.now })
    .onConflict((conflict) => conflict.column("sender").doNothing())
    .returning("id")
    .executeTakeFirst();
  return written?.id ?? null;
}

export async function listBlocked(ctx: Ctx) {
  const rows = await ctx.db
    .selectFrom("sender_blocks as b")
    .innerJoin("principals as p", "p.id", "b.blocked_by")
    .select(["b.id", "b.sender", "p.name as blocked_by_fullname", "b.blocked_at"])
    .orderBy("b.blocked_at", "desc")
    .orderBy("b.id")
    .limit(sql.lit(LISTED))
    .execute();
  return { items: rows.map((row) => ({ ...row, blocked_at: row.blocked_at.toISOString() })) };
}

export async function unblockSender(ctx: Ctx, id: string): Promise<void> {
  const gone = await ctx.db
    .deleteFrom("sender_blocks")
    .where("id", "=", id)
    .returning("sender")
    .executeTakeFirst();
  if (!gone) throw refuse(404, "incoming.block_not_found");
  await recordEvent(ctx, { id, kind: "incoming.unblocked", before: whatIsBlocked(gone.sender) });
}

/** An address is somebody's, and the history would keep it. */
function whatIsBlocked(sender: string) {
  return sender.includes("@") ? { what: "address" } : { what: "domain", domain: sender };
}

async function refuseOwnAddress(ctx: Ctx, address: string): Promise<void> {
  const { rows } = await sql`
    select from mailboxes where address = ${address} and deleted_at is null
    union all select from users where lower(email) = ${address} and user_type = 'internal' and deleted_at is null
    limit 1`.execute(ctx.db);
  if (rows.length > 0) throw refuse(422, "incoming.address_of_desk");
}

async function refuseDomainInUse(ctx: Ctx, domain: string): Promise<void> {
  if (isPublicMailProvider(domain)) throw refuse(422, "company.domain_public", { params: { domain } });
  const { rows } = await sql<{ is_ours: boolean; name: string }>`
    select true as is_ours, name from mailboxes where split_part(address, '@', 2) = ${domain} and deleted_at is null
    union all
    select u.user_type = 'internal', coalesce(c.name, u.fullname) from users u left join companies c on c.id = u.company_id
      where u.deleted_at is null and (lower(split_part(u.email, '@', 2)) = ${domain} or exists (
        select from user_addresses a where a.user_id = u.id and split_part(a.address, '@', 2) = ${domain}))
    order by 1 desc limit 1`.execute(ctx.db);
  const [known] = rows;
  if (known?.is_ours) throw refuse(422, "incoming.domain_of_desk");
  if (known) throw refuse(422, "incoming.domain_of_company", { params: { company: known.name } });
}
