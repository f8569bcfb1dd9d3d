import { sql } from "kysely";
import { isNotClosed } from "../status-sql.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { queueMail } from "#server/lib/work/outbox.ts";
import { buildLink, renderEmail } from "#server/mail/email-template.ts";
import { readMessagesFor } from "#server/mail/reader-language.ts";
import { TICKET_MESSAGES } from "./every-language.ts";

/**
 * Notifies the leads of the teams concerned, before somebody's open tickets are unassigned, how many will wait for a new
 * assignee (rule 101). Their teams are those of the tickets and of the person.
 */
export async function notifyTeamLeads(ctx: Ctx, person: { id: string; fullname: string }): Promise<void> {
  const { rows: leads } = await sql<{ id: string; email: string; fullname: string; n: number }>`
    with open as (select group_id from tickets where assignee_id = ${person.id} and ${isNotClosed("status")} and deleted_at is null),
      teams as (select group_id from open union select group_id from group_members where user_id = ${person.id})
    select distinct u.id, u.email, u.fullname, (select count(*)::int from open) as n
    from group_members m
    join teams using (group_id)
    join users u on u.id = m.user_id and u.deleted_at is null and u.id <> ${person.id}
    join user_roles ur on ur.user_id = u.id
    join roles r on r.id = ur.role_id and r.key = 'team_lead'
    where exists (select from open)`.execute(ctx.db);
  for (const { n, ...lead } of leads) {
    const { messages, ...look } = await readMessagesFor(ctx, lead.id, TICKET_MESSAGES);
    const email = renderEmail({
      ...look,
      subject: messages.needAssignee(n),
      lines: [messages.hello(lead.fullname), messages.accountDeleted(person.fullname)],
      button: { label: messages.openUnassigned, url: buildLink(ctx, "/tickets?unassigned=true") },
      footer: messages.leadTheTeam,
    });
    await queueMail(ctx, { ...email, to: lead.email, userId: lead.id });
  }
}
